import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Copy } from 'lucide-react'
import { useState, type ReactElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

function Page(props: {
  kind: 'form' | 'question'
  isBusy?: boolean
  lock?: ReactNode
  onSubmit?: () => void
  onConfirm?: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  const [tokens, setTokens] = useState('')
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {props.kind === 'form' ? (
        <Dialog
          title="Add Tokens"
          isOpen={isOpen}
          onClose={close}
          hasChanges={tokens !== ''}
          isBusy={props.isBusy}
          lock={props.lock}
          onSubmit={(event) => {
            event.preventDefault()
            props.onSubmit?.()
          }}
          footer={<Button type="submit">Add Tokens</Button>}
        >
          <TextField
            label="Tokens"
            value={tokens}
            onChange={(event) => setTokens(event.target.value)}
          />
          <Button>Choose a wallet</Button>
          <IconButton label="Copy address" icon={Copy} />
        </Dialog>
      ) : (
        <ConfirmDialog
          title="Delete Banner?"
          isOpen={isOpen}
          onClose={close}
          onConfirm={() => props.onConfirm?.()}
          confirmLabel="Delete"
        >
          Are you sure you want to delete this banner?
        </ConfirmDialog>
      )}
    </>
  )
}

async function opened(page: ReactElement, role: string, name: string) {
  const user = userEvent.setup()
  render(page)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole(role, { name })
  return user
}

test('a dialog focuses its first field and closes on Escape', async () => {
  const user = await opened(<Page kind="form" />, 'dialog', 'Add Tokens')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tokens')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog with changes asks before it closes, and the focus returns to where it was', async () => {
  const user = await opened(<Page kind="form" />, 'dialog', 'Add Tokens')
  await user.type(screen.getByLabelText('Tokens'), '5')
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' })),
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question.isConnected).toBe(false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Tokens')))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })),
  )
})

test('a busy dialog can’t be closed', async () => {
  const user = await opened(<Page kind="form" isBusy />, 'dialog', 'Add Tokens')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Add Tokens' })).toBeTruthy()
})

test('a confirmation is described by its text and focuses Cancel', async () => {
  const user = await opened(<Page kind="question" />, 'alertdialog', 'Delete Banner?')
  const dialog = screen.getByRole('alertdialog', {
    description: 'Are you sure you want to delete this banner?',
  })
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
  )
  await user.keyboard('{Enter}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

test('the second click of the double click that opened a confirmation does nothing in it', async () => {
  const [onConfirm, onClose] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <ConfirmDialog
      title="Delete Banner?"
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel="Delete"
    >
      It is deleted.
    </ConfirmDialog>,
  )
  const press = async (name: string, detail: number) =>
    fireEvent.click(await screen.findByRole('button', { name }), { detail })
  for (const name of ['Delete', 'Cancel', 'Close']) {
    // Prevented, so that the browser does not move the focus.
    expect(fireEvent.mouseDown(screen.getByRole('button', { name }), { detail: 2 })).toBe(false)
    await press(name, 2)
  }
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
  expect(fireEvent.mouseDown(screen.getByRole('button', { name: 'Delete' }), { detail: 1 })).toBe(
    true,
  )
  await press('Delete', 1)
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('a lock leaves what was typed to read and copy, and only Close; without it all is as before', async () => {
  const onSubmit = vi.fn<() => void>()
  const user = userEvent.setup()
  const page = (lock: ReactNode) => <Page kind="form" lock={lock} onSubmit={onSubmit} />
  const { rerender } = render(page(null))
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add Tokens' })
  const field = screen.getByLabelText<HTMLInputElement>('Tokens')
  await user.type(field, '25')
  rerender(page('You can look'))
  expect(within(dialog).getByText('You can look')).toBeDefined()
  await user.type(field, '7{Enter}')
  expect(field.value).toBe('25')
  field.select()
  expect([field.readOnly, field.selectionEnd]).toEqual([true, 2])
  const isDisabled = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect([isDisabled('Choose a wallet'), isDisabled('Copy address')]).toEqual([true, false])
  expect(screen.queryByRole('button', { name: 'Add Tokens' })).toBeNull()
  expect(onSubmit).not.toHaveBeenCalled()

  rerender(page(null))
  await user.type(field, '0{Enter}')
  expect([field.value, isDisabled('Choose a wallet')]).toEqual(['250', false])
  expect(onSubmit).toHaveBeenCalledOnce()
  rerender(page('You can look'))
  // The one of the foot closes without a question: nothing can be sent any more.
  await user.click(screen.getByText('Close', { selector: 'button, button *' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog stays above the keyboard of a phone, and zooming with two fingers is no keyboard', async () => {
  const user = userEvent.setup()
  const view = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', view)
  const change = (next: Partial<typeof view>) => {
    Object.assign(view, next)
    view.dispatchEvent(new Event('resize'))
    const { style } = document.documentElement
    return ['--keyboard-t', '--keyboard-b'].map((name) => style.getPropertyValue(name))
  }
  render(<Page kind="form" />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  await user.click(screen.getByRole('textbox', { name: 'Tokens' }))
  expect(change({ height: innerHeight - 300 })).toEqual(['0px', '300px'])
  expect(change({ offsetTop: 120 })).toEqual(['120px', '180px'])
  expect(change({ height: (innerHeight - 300) / 2, scale: 2 })).toEqual(['120px', '180px'])
  expect(change({ height: innerHeight / 2, scale: 2 })).toEqual(['', ''])
  // A bar of the browser.
  expect(change({ height: innerHeight - 50, offsetTop: 0, scale: 1 })).toEqual(['', ''])

  expect(change({ height: innerHeight - 300 })).toEqual(['0px', '300px'])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(change({})).toEqual(['', '']))
  vi.unstubAllGlobals()
})
