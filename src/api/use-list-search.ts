import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { searchFault, type SearchField } from '#src/domain/search-rules.ts'

export interface ListSearch {
  /** What the list is narrowed by now, from the address; null while it is not. */
  applied: { field: SearchField; text: string } | null
  field: SearchField
  setField: (field: SearchField) => void
  /** What the search box holds and does. */
  box: {
    value: string
    /** The message under it, once something was searched for. */
    error: string | undefined
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
  // Back and links change the address under the form: it then shows what is searched for.
  if (typed.address !== address) {
    // What was chosen to search by stays, until something else is searched for.
    setTyped({ address, field: found ?? typed.field, text: appliedText })
    setTouched(false)
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

  const fault = searchFault(typed.field, typed.text.trim())
  // A link may name what is no address: it is shown with its fault and searched for by nobody.
  const isSearchable = appliedText !== '' && searchFault(appliedField, appliedText) === null
  return {
    applied: isSearchable ? { field: appliedField, text: appliedText } : null,
    field: typed.field,
    setField: (field) => setTyped((before) => ({ ...before, field })),
    box: {
      value: typed.text,
      error: (isTouched || (appliedText !== '' && !isSearchable) ? fault : null) ?? undefined,
      onChange: (text) => setTyped((before) => ({ ...before, text })),
      onSubmit: () => {
        setTouched(true)
        if (fault === null) search(typed.field, typed.text.trim())
      },
      onClear: () => {
        setTouched(false)
        setTyped((before) => ({ ...before, text: '' }))
        if (appliedText !== '') search(typed.field, '')
      },
    },
  }
}
