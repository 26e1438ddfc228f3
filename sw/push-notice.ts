import { ownPath } from './messages.ts'

/** The options that the worker sets; TypeScript's library lacks some of them. */
export interface NoticeOptions {
  body: string
  tag: string
  icon: string
  badge: string
  data: { path: string }
  timestamp?: number
}

export interface Notice {
  title: string
  options: NoticeOptions
}

const ICON = '/icons/icon-192.v1.png'
/** White on transparent: the status bar of Android shows only the shape. */
const BADGE = '/icons/badge-96.v1.png'

/** A browser may end the subscription of an app that shows nothing, so there is always a notice. */
const FALLBACK = { title: 'Saleroom', body: 'Open the app to see what is new', tag: 'saleroom' }

/** The notice of a message. One without text, or with a text of another form, has a general notice. */
export function readNotice(text: string | null, origin: string): Notice {
  const message = parse(text)
  const field = (name: string): unknown => message?.[name]
  const { title, body, tag } = message ?? {}
  const isWhole = typeof title === 'string' && title !== '' && typeof body === 'string'
  const shown = isWhole ? { title, body, tag: textOf(tag) ?? FALLBACK.tag } : FALLBACK
  const at = Date.parse(textOf(field('at')) ?? '')
  return {
    title: shown.title,
    options: {
      body: shown.body,
      tag: shown.tag,
      icon: ICON,
      badge: BADGE,
      data: { path: isWhole ? ownPath(field('path'), origin) : '/' },
      ...(Number.isFinite(at) ? { timestamp: at } : {}),
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value))
      : null
  } catch {
    return null
  }
}
