import { createContext } from 'react'

/** True inside a table, whose only children may be rows: what else stands there is put into one. */
export const InTable = createContext(false)
