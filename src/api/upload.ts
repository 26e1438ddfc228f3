import { ApiError } from '#src/session/api-error.ts'
import type { Outgoing, Reply } from '#src/session/transport.ts'

function readHeaders(raw: string): Headers {
  const headers = new Headers()
  for (const line of raw.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}

/**
 * Sends a request by XMLHttpRequest, because fetch has no upload progress. The time limit restarts with
 * each progress event; `onProgress` gets fractions from 0 to 1.
 */
export function sendByXhr(
  outgoing: Outgoing,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isSent = false
    const end = () => {
      clearTimeout(timer)
      outgoing.signal.removeEventListener('abort', cancel)
    }
    const fail = (kind: 'network' | 'timeout' | 'aborted') => {
      end()
      // Progress events are late: the whole body may have been sent when the connection breaks.
      reject(new ApiError({ kind, isUnsent: kind === 'aborted' && !isSent }))
    }
    const cancel = () => {
      fail('aborted')
      xhr.abort()
    }
    const waitOn = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail('timeout')
        xhr.abort()
      }, outgoing.timeoutMs)
    }
    if (outgoing.signal.aborted) {
      fail('aborted')
      return
    }
    outgoing.signal.addEventListener('abort', cancel)
    xhr.open(outgoing.method, outgoing.url)
    for (const [name, value] of Object.entries(outgoing.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => {
      waitOn()
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total)
    })
    xhr.upload.addEventListener('load', () => {
      isSent = true
    })
    xhr.addEventListener('load', () => {
      end()
      resolve({
        status: xhr.status,
        headers: readHeaders(xhr.getAllResponseHeaders()),
        body: xhr.responseText,
      })
    })
    xhr.addEventListener('error', () => fail('network'))
    waitOn()
    xhr.send(outgoing.body ?? null)
  })
}
