/**
 * The result of `coming`, or the error of `late` when it has not come within `limitMs`. It goes on
 * all the same: nothing is aborted.
 */
export async function inTime<T>(
  coming: Promise<T>,
  limitMs: number,
  late: () => Error,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), limitMs)
  })
  try {
    return await Promise.race([coming, limit])
  } finally {
    clearTimeout(timer)
  }
}
