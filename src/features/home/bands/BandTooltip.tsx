import { Link } from 'wouter'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { TipLayer } from '#src/ui/controls/TipLayer.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { bandFacts } from './band-text.ts'
import type { CodeMark } from './code-marks.ts'

const Tip = styled(TipLayer)`
  width: min(256px, calc(100vw - 16px));
`
const Head = styled('div')`
  display: flex;
  justify-content: space-between;
  gap: 16px;
  margin-bottom: 8px;
  color: var(--text-3);
  & > .mono {
    min-width: 0;
    font-weight: 500;
    color: var(--text-1);
    overflow-wrap: anywhere;
  }
  & > span + span {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    max-width: 50%;
  }
`
const Row = styled('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 16px;
  min-height: 22px;
  color: var(--text-2);
  & > b {
    font-weight: 500;
    color: var(--text-1);
  }
`
const Foot = styled('div')`
  margin-top: 6px;
  padding-top: 6px;
  border-top: 1px solid var(--line-control);
`
const link = css`
  display: block;
  line-height: 24px;
  color: var(--accent);
  &:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${MOBILE} {
    line-height: 44px;
    margin: -6px 0 -12px;
  }
`

/** What a mark stands for. The pointer may move into it, to its link. */
export function BandTooltip(props: {
  id: string
  code: CodeMark
  anchor: Element
  href: string
  view: HomeView
  onStay: () => void
  onLeave: () => void
  onClose: () => void
}) {
  const { code, view } = props
  return (
    <Tip
      id={props.id}
      anchorOf={() => props.anchor}
      onClose={props.onClose}
      onPointerEnter={props.onStay}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') props.onLeave()
      }}
      // The mark keeps the focus, which holds the tooltip open.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Head>
        <span className="mono">{code.code}</span>
        <span>
          <ProjectDot
            colour={view.colours.get(code.project) ?? 'grey'}
            isHatched={hasRepeatedColour(view.colours, code.project)}
          />
          <MiddleText text={code.project} />
        </span>
      </Head>
      {bandFacts(code, view.asOf, view.figures).map(({ label, value, after }) => (
        <Row key={label}>
          <span>{label}</span>
          <b>
            <MaskableText text={value} />
            {after}
          </b>
        </Row>
      ))}
      <Foot>
        {/* By keyboard, Enter on the mark opens it. */}
        <Link href={props.href} tabIndex={-1} className={link}>
          Open the code’s page
        </Link>
      </Foot>
    </Tip>
  )
}
