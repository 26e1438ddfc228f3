import { useEffect } from 'react'
import type { SettingsField } from '#src/domain/sale/notice-reasons.ts'

/** Moves the focus to a field of a card, which scrolls it into view. */
export function focusField(card: Element, field: SettingsField): void {
  card.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
}

/** Focuses the field that a link leads to, once its card is there. */
export function useLinkedField(field: SettingsField | null, isThere: boolean): void {
  useEffect(() => {
    if (field === null || !isThere) return
    // After the navigation, which scrolls to the top.
    const frame = requestAnimationFrame(() => focusField(document.body, field))
    return () => cancelAnimationFrame(frame)
  }, [field, isThere])
}
