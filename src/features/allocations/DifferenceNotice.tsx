import { useQuery } from '@tanstack/react-query'
import { GitCompareArrows } from 'lucide-react'
import { useLocation } from 'wouter'
import { figureFormat } from '#src/domain/text/mask.ts'
import { differenceHref } from '#src/records/record-hrefs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AllocationDifference, AllocationList } from '#src/wire/allocation-lists.ts'
import { changedSince } from './allocation-queries.ts'
import { owedText } from './owed-text.ts'

const Root = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`

/** What has changed since the latest list; nothing where nothing has, or while that is not known. */
export function DifferenceNotice({ list, isMasked }: { list: AllocationList; isMasked: boolean }) {
  const { data } = useQuery(changedSince(list.id))
  const [, navigate] = useLocation()
  if (data === undefined || data.more.wallets + data.less.wallets === 0) return null
  return (
    <Root>
      <Notice
        icon={GitCompareArrows}
        tone="info"
        action={
          <Button size="sm" onClick={() => navigate(differenceHref(list.project_id, list.id))}>
            Show the difference
          </Button>
        }
      >
        <Sentences list={list} difference={data} isMasked={isMasked} />
      </Notice>
    </Root>
  )
}

/** Both sums stand apart, and only the first sentence names the token and the list. */
function Sentences(props: {
  list: AllocationList
  difference: AllocationDifference
  isMasked: boolean
}) {
  const { list, isMasked } = props
  const { more, less } = props.difference
  const owed = ({ wallets, tokens }: typeof more, unit?: string) => (
    <>
      <MaskableText text={figureFormat(isMasked).count(wallets)} />{' '}
      {/* The plural reveals nothing. */}
      {wallets === 1 && !isMasked ? 'wallet is' : 'wallets are'} owed{' '}
      <span {...(isMasked ? {} : { title: tokens })}>
        <MaskableText text={owedText(tokens, isMasked)} />
      </span>
      {unit !== undefined && (
        <>
          {' '}
          <bdi>{unit}</bdi>
        </>
      )}
    </>
  )
  const since = `Since list ${list.number}, `
  if (more.wallets === 0)
    return (
      <b>
        {since}
        {owed(less, list.project_id)} less.
      </b>
    )
  return (
    <>
      <b>
        {since}
        {owed(more, list.project_id)} more.
      </b>
      {less.wallets > 0 && <> {owed(less)} less.</>}
    </>
  )
}
