import { TriangleAlert } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { oversoldStages, oversoldText } from '#src/domain/sale/stage-text.ts'
import { ButtonLink } from '#src/records/cells/ButtonLink.tsx'
import {
  purchasesHref,
  stagePurchases,
  type CountedPurchases,
} from '#src/records/purchases-href.ts'
import { filters } from '#src/state/filters.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { StageView } from './stage-view.ts'

const Root = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin: 0;
  }
`
const Action = styled('span')`
  margin: -4px -8px -4px 0;
  ${MOBILE} {
    grid-column: 2;
    margin: 8px 0 0;
  }
`

/** That stages have sold more than their supply: one notice, however many they are. */
export function OversoldNotice({ view }: { view: StageView }) {
  const now = useSnapshot(filters)
  const isMobile = useIsMobile()
  const text = oversoldText(view.summary, view.text)
  if (text === null) return null
  return (
    <Root>
      <Notice
        icon={TriangleAlert}
        action={
          <Action>
            <ButtonLink size="sm" href={purchasesHref(purchasesBeyond(view), now)}>
              Show the purchases
            </ButtonLink>
          </Action>
        }
      >
        <b>
          <MaskedSentence text={text.fact} />
        </b>{' '}
        {!isMobile && text.ended !== '' && `${text.ended} `}
        {text.meaning}
      </Notice>
    </Root>
  )
}

/** Those of one stage from the one on that went beyond its supply; all purchases of several stages. */
function purchasesBeyond({ summary, projectId, text }: StageView): CountedPurchases {
  const stages = oversoldStages(summary)
  const [first] = stages
  const counted = stagePurchases(projectId, first?.name ?? '')
  if (stages.length > 1) return { ...counted, values: { stage: stages.map(({ name }) => name) } }
  if (first?.oversold_at == null) return counted
  return { ...counted, range: { start: Date.parse(first.oversold_at), end: text.now } }
}
