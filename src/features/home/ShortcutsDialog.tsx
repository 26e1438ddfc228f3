import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { styled } from '#src/ui/theme.ts'

const List = styled('dl')`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 8px 16px;
  align-items: center;
  color: var(--text-2);
  & kbd {
    display: inline-grid;
    place-items: center;
    min-width: 24px;
    height: 24px;
    padding: 0 6px;
    border: 1px solid var(--line-control);
    border-radius: var(--r-sm);
    background: var(--surface-2);
    color: var(--text-1);
    font: 500 12px/1 var(--mono);
  }
`

export interface Shortcut {
  key: string
  label: string
  run: (isMobile: boolean) => void
}

/** Works on every page. */
const FIND = {
  key: /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K',
  label: 'Search everything',
}
const OTHERS = [FIND, { key: '?', label: 'This list' }]

/** The keys of Home and what they do. */
export function ShortcutsDialog(props: { shortcuts: readonly Shortcut[]; onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen
      onClose={props.onClose}
      hasChanges={false}
      width={400}
    >
      <List>
        {[...props.shortcuts, ...OTHERS].map(({ key, label }) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </List>
    </Dialog>
  )
}
