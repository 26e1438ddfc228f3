/** The result of `promise`, or the error of `createError` after `limitMs`. Aborts nothing. */
export async function withTimeout<T>(
  promise: Promise<T>,
  limitMs: number,
  createError: () => Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(createError()), limitMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
