// CellEngine
