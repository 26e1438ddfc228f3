import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import {
  elsewhereNote,
  emptySearchText,
  validateSearch,
  searchFieldOf,
  switchedNote,
  type SearchField,
} from '#src/domain/search-rules.ts'
import { useProjects } from '#src/api/projects.ts'

export interface ListSearch {
  /** What the list is narrowed by now, from the address; null while it is not. */
  applied: { field: SearchField; text: string } | null
  field: SearchField
  setField: (field: SearchField) => void
  /** For an empty list: what was searched for, and what to try. */
  emptyText: string | undefined
  /** What the search box holds and does. */
  box: {
    value: string
    /** The message under it, once something was searched for. */
    error: string | undefined
    /** What became of a text that belongs to another field or list. */
    note: string | undefined
    onChange: (text: string) => void
    onSubmit: () => void
    onClear: () => void
  }
}

/**
 * The search of a list. What is searched for stands in the address, so that a link and Back bring
 * it again; what is only typed stays here. A new search starts the list over at its top.
 * @param resource the first part of the list's query keys
 * @param fields what can be searched by; the first is where it starts
 */
export function useListSearch(
  resource: string,
  fields: readonly [SearchField, ...SearchField[]],
): ListSearch {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const found = fields.find((field) => (params.get(field) ?? '') !== '')
  const appliedField = found ?? fields[0]
  const appliedText = params.get(appliedField)?.trim() ?? ''
  const address = `${appliedField} ${appliedText}`

  const [typed, setTyped] = useState({ address, field: appliedField, text: appliedText })
  const [isTouched, setTouched] = useState(false)
  const [note, setNote] = useState<string>()
  const { names, selected } = useProjects()
  // Back and links change the address under the form: it then shows what is searched for.
  if (typed.address !== address) {
    // What was chosen to search by stays, until something else is searched for.
    setTyped({ address, field: found ?? typed.field, text: appliedText })
    setTouched(false)
    setNote(undefined)
  }

  /** A whole hash pasted into a search by address is searched for as a hash, and the reverse. */
  const type = (text: string) => {
    const fits = searchFieldOf(text.trim())
    const target = fields.find((field) => field === fits)
    setTyped((before) => ({ ...before, text, field: target ?? before.field }))
    if (fits === null || fits === typed.field) setNote(undefined)
    else setNote(target === undefined ? elsewhereNote(fits) : switchedNote(target))
  }

  const search = (field: SearchField, text: string) => {
    // An earlier visit's pages are no answer to a new search.
    void client.resetQueries({ queryKey: [resource], type: 'inactive' })
    if (text === appliedText && (text === '' || field === found)) {
      void client.resetQueries({ queryKey: [resource], type: 'active' })
    } else {
      setParams((before) => {
        const after = new URLSearchParams(before)
        for (const name of fields) after.delete(name)
        if (text !== '') after.set(field, text)
        return after
      })
    }
    scrollTo(0, 0)
  }

  const fault = validateSearch(typed.field, typed.text.trim())
  // A link may name what is no address: it is shown with its fault and searched for by nobody.
  const isSearchable = appliedText !== '' && validateSearch(appliedField, appliedText) === null
  return {
    applied: isSearchable ? { field: appliedField, text: appliedText } : null,
    field: typed.field,
    setField: (field) => {
      setNote(undefined)
      setTyped((before) => ({ ...before, field }))
    },
    emptyText: isSearchable
      ? emptySearchText(
          { field: appliedField, text: appliedText },
          selected,
          selected.length === names.length,
        )
      : undefined,
    box: {
      value: typed.text,
      error: (isTouched || (appliedText !== '' && !isSearchable) ? fault : null) ?? undefined,
      note,
      onChange: type,
      onSubmit: () => {
        setTouched(true)
        if (fault === null) search(typed.field, typed.text.trim())
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
