import { DialogDismiss } from '@ariakit/react/dialog'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type FormEventHandler, type ReactNode } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { lockFields } from './lock-fields.ts'

const Grab = styled('i')`
  display: none;
  ${MOBILE} {
    display: block;
    flex: none;
    width: 36px;
    height: 4px;
    margin: 0 auto 8px;
    border-radius: 2px;
    background: var(--line-hover);
  }
`
const Header = styled('div')`
  display: flex;
  align-items: center;
  gap: 12px;
  flex: none;
  padding: 20px 16px 0 24px;
  ${MOBILE} {
    min-height: 44px;
    padding: 0 8px 0 16px;
  }
`
const Title = styled('h2')`
  flex: 1;
  min-width: 0;
  font: var(--t-h2);
  letter-spacing: -0.01em;
  ${MOBILE} {
    font: 600 17px/24px var(--font);
  }
`
/** A phone in landscape, which has room for little more than a field above its keyboard. */
const LOW = '@media screen and (max-height: 440px) and (min-width: 500px)'
const COLUMN = `
  display: flex;
  flex-direction: column;
  flex: 1 1 auto;
  min-height: 0;
  ${LOW} {
    overflow-y: auto;
  }
`
const Column = styled('div')`
  ${COLUMN}
`
const FormColumn = styled('form')`
  ${COLUMN}
`
const Body = styled('div')`
  display: grid;
  /* Not as wide as the longest text of a field. */
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  min-height: 0;
  padding: 16px 24px 24px;
  overflow-y: auto;
  overscroll-behavior: contain;
  overflow-wrap: anywhere;
  & > div > p {
    color: var(--text-2);
  }
  & > div > p b {
    color: var(--text-1);
    font-weight: 500;
  }
  ${MOBILE} {
    gap: 12px;
    padding: 4px 16px;
  }
  ${LOW} {
    min-height: 72px;
  }
`
/** Has no box: its children stand in the body's grid. */
const Content = styled('div')`
  display: contents;
  &[data-locked] div:has(> input:read-only),
  &[data-locked] textarea:read-only {
    background: var(--surface-1);
    border-color: var(--line);
    color: var(--text-2);
  }
`
const Footer = styled('div')`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
  flex: none;
  padding: 16px 24px;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    flex-direction: column-reverse;
    gap: 4px;
    padding: 8px 16px 16px;
    border-top: 0;
    & > * {
      width: 100%;
    }
  }
  ${LOW} {
    flex-direction: row;
    gap: 8px;
    padding-block: 8px;
  }
  ${LOW} and (max-width: 850px) {
    && > * {
      width: auto;
      margin: 0;
    }
  }
`

export type DialogLayoutProps = {
  title: string
  /** Shown in the header instead of the title, which still names the dialog. */
  heading?: ReactNode
  /** Stands in the header, before the close button. */
  tools?: ReactNode
  children: ReactNode
  /** Cancel first, the action last; a bottom sheet stacks them with the action on top. */
  footer?: ReactNode
  isBusy?: boolean | undefined
  /**
   * Why nothing may be done here any more; null or undefined while it may. Stands above the content, whose
   * fields can then only be read and copied, and Close is the only button.
   */
  lock?: ReactNode
  /** Makes body and footer one form. */
  onSubmit?: FormEventHandler<HTMLFormElement> | undefined
}

/** What stands in a dialog's panel: header with close button, scrolling body, footer. */
export function DialogLayout(props: DialogLayoutProps & { titleId: string; onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null)
  // What is being sent has not been refused yet.
  const lock = props.isBusy ? null : (props.lock ?? null)
  const isLocked = lock !== null
  useLayoutEffect(() => {
    if (isLocked && body.current) return lockFields(body.current)
  }, [isLocked])
  const footer = isLocked ? (
    <Button size="lg" onClick={props.onClose}>
      Close
    </Button>
  ) : (
    props.footer
  )
  const content = (
    <>
      <Body className="dialog-body">
        {lock}
        <Content ref={body} {...(isLocked ? { 'data-locked': '' } : {})}>
          {props.children}
        </Content>
      </Body>
      {footer !== undefined && <Footer className="dialog-foot">{footer}</Footer>}
    </>
  )
  return (
    <>
      <Grab />
      <Header>
        <Title id={props.titleId} className={props.heading === undefined ? '' : 'sr'}>
          {props.title}
        </Title>
        {props.heading}
        {props.tools}
        <DialogDismiss
          disabled={props.isBusy ?? false}
          render={<IconButton label="Close" icon={X} size="md" tooltip={false} />}
        />
      </Header>
      {props.onSubmit ? (
        <FormColumn
          noValidate
          onSubmit={isLocked ? (event) => event.preventDefault() : props.onSubmit}
        >
          {content}
        </FormColumn>
      ) : (
        <Column>{content}</Column>
      )}
    </>
  )
}
