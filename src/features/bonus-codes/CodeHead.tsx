import { CopyPlus } from 'lucide-react'
import { useLocation } from 'wouter'
import { useProjects } from '#src/api/projects.ts'
import { percentText } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { codeState } from '#src/domain/sale/code-state.ts'
import { formatInstant, formatRecent } from '#src/domain/sale/record-formats.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { CodeStateBadge } from '#src/records/cells/CodeStateBadge.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { Fact } from '#src/records/page/Facts.tsx'
import { NotesLink } from '#src/records/page/NotesLink.tsx'
import { RecordHead } from '#src/records/page/RecordHead.tsx'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { CopyButton } from '#src/ui/controls/CopyButton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import { templateHref } from './code-template.ts'
import { validText } from './code-text.ts'

const Code = styled('span')`
  min-width: 0;
  font: 600 18px/28px var(--mono);
  overflow-wrap: anywhere;
`
const Copy = styled('span')`
  display: flex;
  ${MOBILE} {
    margin: -8px;
  }
`
const Name = styled('span')`
  display: flex;
  min-width: 0;
  max-width: 240px;
`
const Grow = styled('span')`
  flex: 1;
`

/** What a code is: its state, its rules, and when it was used. */
export function CodeHead(props: {
  effect: CodeEffect
  colour: string
  figures: FigureFormat
  /** Epoch ms. */
  asOf: number
}) {
  const { code, first_use: first, last_use: last } = props.effect
  const { figures } = props
  const now = new Date(props.asOf)
  const isMobile = useIsMobile()
  const [, navigate] = useLocation()
  const mayWrite = useMayWrite()
  const action = mayWrite && (
    <Button icon={CopyPlus} onClick={() => navigate(templateHref(code))}>
      Use as template
    </Button>
  )
  const limit = code.max_uses ?? null
  const { colours } = useProjects()
  return (
    <RecordHead
      label="Bonus code"
      top={
        <>
          <Code>{code.code}</Code>
          <Copy>
            <CopyButton what="code" value={code.code} size="sm" />
          </Copy>
          <Name>
            <ProjectName name={code.project_id} colours={colours} />
          </Name>
          <CodeStateBadge state={codeState(code, now)} />
          <NotesLink count={code.notes} />
          {!isMobile && (
            <>
              <Grow />
              {action}
            </>
          )}
        </>
      }
      foot={isMobile && mayWrite ? action : undefined}
    >
      <Fact label="Percentage" valueClass="num">
        {percentText(code.percentage)}
      </Fact>
      <Fact label="Valid" valueClass="num">
        {validText(code)}
      </Fact>
      <Fact label="Uses" valueClass="num">
        <span>
          <MaskableText text={figures.count(code.uses)} />
          {limit === null ? ', no limit' : ` of ${formatCount(limit)}`}
        </span>
      </Fact>
      <Fact label="First and last use" className="wide" valueClass="num">
        {first !== null && last !== null && (
          <span>
            <DateTime instant={first} text={formatRecent(first, now)} /> –{' '}
            <DateTime instant={last} text={formatRecent(last, now)} />
          </span>
        )}
      </Fact>
      {code.disabled_at !== null && (
        <Fact label="Disabled at" valueClass="num">
          <DateTime instant={code.disabled_at} text={formatInstant(code.disabled_at)} />
        </Fact>
      )}
    </RecordHead>
  )
}
