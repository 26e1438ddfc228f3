import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProjects } from '#src/api/projects.ts'
import {
  elsewhereNote,
  emptySearchText,
  normaliseSearch,
  validateSearch,
  searchFieldOf,
  switchedNote,
  type SearchField,
} from '#src/domain/sale/search-rules.ts'
import { isHexPart } from '#src/wire/hex-part.ts'
import { useListParams } from './use-list-params.ts'

export interface ListSearch {
  /** The search in the URL; null without one, or while it is invalid. */
  applied: { field: SearchField; text: string } | null
  field: SearchField
  setField: (field: SearchField) => void
  /** For an empty list: the search, and what to try instead. */
  emptyText: string | undefined
  /** Props of the search box. */
  box: {
    value: string
    /** The validation message, once a search was submitted. */
    error: string | undefined
    /** Explains that the text fits another field, or another list. */
    note: string | undefined
    onChange: (text: string) => void
    onSubmit: () => void
    onClear: () => void
  }
}

/** A part of an address or hash, as the app shortens it, is searched for as well. */
const errorOf = (field: SearchField, text: string) =>
  isHexPart(text) ? null : validateSearch(field, text)

/**
 * The search of a list. The submitted search is kept in the URL, so that links and Back restore it;
 * typed text is local state. A new search starts the list over at its top.
 * @param path of the list's call: the first part of its query keys
 * @param fields the fields to search by, the default first; empty for a list without search
 * @param isPart the list is a part of its page, which stays where it is
 */
export function useListSearch(
  path: string,
  fields: readonly SearchField[],
  isPart = false,
): ListSearch {
  const client = useQueryClient()
  const [params, change] = useListParams(path, isPart)
  const found = fields.find((field) => (params.get(field) ?? '') !== '')
  const appliedField = found ?? fields[0] ?? 'walletAddress'
  const appliedText = found === undefined ? '' : (params.get(found) ?? '').trim()
  const urlSearch = `${appliedField} ${appliedText}`

  const [typed, setTyped] = useState({ urlSearch, field: appliedField, text: appliedText })
  const [isTouched, setTouched] = useState(false)
  const [note, setNote] = useState<string>()
  const { names, selected } = useProjects()
  // Back and links change the URL while the box is mounted: the box follows.
  if (typed.urlSearch !== urlSearch) {
    // Without a search in the URL the chosen field stays.
    setTyped({ urlSearch, field: found ?? typed.field, text: appliedText })
    setTouched(false)
    setNote(undefined)
  }

  /** Switches the field when the text is a complete value of the other one. */
  const type = (text: string) => {
    const fits = searchFieldOf(normaliseSearch(text))
    const hasField = fits !== null && fields.includes(fits)
    setTyped((before) => ({ ...before, text, field: hasField ? fits : before.field }))
    if (fits === null || fits === typed.field) setNote(undefined)
    else setNote(hasField ? switchedNote(fits) : elsewhereNote(fits))
  }

  const search = (field: SearchField, text: string) => {
    if (text === appliedText && (text === '' || field === found)) {
      void client.resetQueries({ queryKey: [path] })
      if (!isPart) scrollTo(0, 0)
      return
    }
    change((before) => {
      const after = new URLSearchParams(before)
      for (const name of fields) after.delete(name)
      if (text !== '') after.set(field, text)
      return after
    })
  }

  const typedSearch = normaliseSearch(typed.text)
  const error = errorOf(typed.field, typedSearch)
  // A link may carry an invalid search: the box shows it with its error, and no request is sent.
  const isSearchable = appliedText !== '' && errorOf(appliedField, appliedText) === null
  const applied = isSearchable ? { field: appliedField, text: appliedText } : null
  return {
    applied,
    field: typed.field,
    setField: (field) => {
      setNote(undefined)
      setTyped((before) => ({ ...before, field }))
    },
    emptyText: applied
      ? emptySearchText(applied, selected, selected.length === names.length)
      : undefined,
    box: {
      value: typed.text,
      error: (isTouched || (appliedText !== '' && !isSearchable) ? error : null) ?? undefined,
      note,
      onChange: type,
      onSubmit: () => {
        setTouched(true)
        if (error === null) search(typed.field, typedSearch)
      },
      onClear: () => {
        setTouched(false)
        setNote(undefined)
        setTyped((before) => ({ ...before, text: '' }))
        if (appliedText !== '') search(typed.field, '')
      },
    },
  }
}
