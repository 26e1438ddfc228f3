import {
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useState,
  type KeyboardEvent,
  useRef,
} from 'react'
import { recogniseSearch } from '#src/domain/sale/recognise-search.ts'
import { noteRecent } from '#src/state/recents.ts'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { movedTo } from './find-groups.ts'
import type { FindOption, FindPage } from './find-option.ts'
import { FindField } from './FindField.tsx'
import { FindFoot } from './FindFoot.tsx'
import { FindMessages } from './FindMessages.tsx'
import { FindResults } from './FindResults.tsx'
import { useFound } from './use-found.ts'

/** The groups of what the app itself finds by its name, before the server has answered. */
const BY_NAME: ReadonlySet<string> = new Set(['People', 'Projects', 'Pages', 'Actions'])

export interface FindContentProps {
  /** The pages that the role may see. */
  pages: readonly FindPage[]
  onLogout: () => void
  onClose: () => void
  /** Follows a link as a click on it would. */
  onFollow: (href: string) => void
  /** Before the dialog closes for a link: the focus does not return. */
  onLeave: () => void
}

/** The field, the list, and what is said about them. Starts empty each time the dialog opens. */
export function FindContent(props: FindContentProps) {
  const { onClose } = props
  const id = useId()
  const [text, setText] = useState('')
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  // Enter before the records have arrived: the first one is then opened, in a new tab or not.
  const [waiting, setWaiting] = useState<{ isNewTab: boolean } | null>(null)
  const recognised = useMemo(() => recogniseSearch(text), [text])
  const { copy } = useCopy(recognised.q)
  const found = useFound(recognised, {
    pages: props.pages,
    onLogout: props.onLogout,
    onCopy: () => void copy(),
  })
  const { groups, isSearching, error } = found
  const options = groups.flatMap((group) => group.options)
  const enabled = options.filter(({ isStale }) => isStale !== true)
  const first = found.isFallback ? undefined : enabled[0]
  const chosen = enabled.find(({ key }) => key === chosenKey) ?? first
  const isRecord = (option: FindOption | undefined) =>
    groups.some(
      ({ name, options: own }) => !BY_NAME.has(name) && own.some(({ key }) => key === option?.key),
    )
  const optionId = (option: FindOption) => `${id}-${options.indexOf(option)}`

  // A closing dialog still takes keys: a second Enter must not open again.
  const hasLeft = useRef(false)

  const change = (value: string) => {
    hasLeft.current = false
    setText(value)
    setChosenKey(null)
    setWaiting(null)
  }
  const open = (option: FindOption, isNewTab: boolean) => {
    if (option.isStale === true || hasLeft.current) return
    const { target } = option
    if (option.recent) noteRecent(option.recent)
    if (isNewTab && 'href' in target) {
      globalThis.open(target.href, '_blank', 'noopener')
      return
    }
    hasLeft.current = true
    if ('href' in target) props.onLeave()
    onClose()
    if ('href' in target) props.onFollow(target.href)
    else target.run()
  }
  const openFirst = useEffectEvent((isNewTab: boolean) => {
    setWaiting(null)
    // After a failure the server has found nothing. What the app found by its name stays found.
    if (chosen && (error === null || !isRecord(chosen))) open(chosen, isNewTab)
  })
  const isDue = waiting !== null && (!isSearching || error !== null)
  const isNewTabDue = waiting?.isNewTab === true
  useEffect(() => {
    if (!isDue) return
    const timer = setTimeout(() => openFirst(isNewTabDue))
    return () => clearTimeout(timer)
  }, [isDue, isNewTabDue])

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const isModified = event.ctrlKey || event.metaKey
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      // A record that is still coming stands before a page of that name.
      const mayChange = isSearching && chosenKey === null && !isRecord(chosen)
      if (mayChange) setWaiting({ isNewTab: isModified })
      else if (chosen) open(chosen, isModified)
      return
    }
    hasLeft.current = false
    setWaiting(null)
    // Shift+Home and the like select text.
    if (event.shiftKey || event.altKey || isModified) return
    const next = movedTo(options, chosen, event.key)
    if (next === null) return
    event.preventDefault()
    setChosenKey(next.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <FindField
        value={text}
        isMono={recognised.is === 'address' || recognised.is === 'hash'}
        listId={id}
        activeId={chosen ? optionId(chosen) : undefined}
        isExpanded={options.length > 0}
        onChange={change}
        onKeyDown={press}
        onClose={onClose}
      />
      <FindResults
        id={id}
        groups={groups}
        chosen={chosen}
        isBusy={isSearching}
        optionId={optionId}
        onChoose={({ key }) => setChosenKey(key)}
        onOpen={open}
      >
        <FindMessages
          found={found}
          isTyped={recognised.is !== 'nothing'}
          count={found.isFallback ? 0 : enabled.length}
        />
      </FindResults>
      <FindFoot is={recognised.is} isOnline={found.isOnline} hasServer={found.hasServer} />
    </>
  )
}
