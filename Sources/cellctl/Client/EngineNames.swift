import CellEngine

// CellClient has the objects of the wire, and the engine those that are laid out: these are meant.
typealias Cell = CellEngine.Cell
typealias Environment = CellEngine.Environment
