// CellProtocol
