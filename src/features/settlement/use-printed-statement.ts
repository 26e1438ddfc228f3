import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Statement } from '#src/wire/settlement.ts'

/** The statement that stands on paper instead of the page's own figures, while it is printed. */
export function usePrintedStatement() {
  const [printed, setPrinted] = useState<Statement | null>(null)
  useEffect(() => {
    const clear = () => setPrinted(null)
    addEventListener('afterprint', clear)
    return () => removeEventListener('afterprint', clear)
  }, [])
  /** Prints a statement; null prints the figures of the page. */
  const print = (statement: Statement | null) => {
    // The browser prints the page as it is when it is called.
    flushSync(() => setPrinted(statement))
    globalThis.print()
  }
  return { printed, print }
}
