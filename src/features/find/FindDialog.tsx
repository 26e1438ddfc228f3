import { useRef } from 'react'
import { TopDialog } from '#src/ui/dialogs/TopDialog.tsx'
import { FindContent, type FindContentProps } from './FindContent.tsx'

/** "Search everything": one field for records, projects, pages and actions. */
export function FindDialog(props: Omit<FindContentProps, 'onLeave'> & { isOpen: boolean }) {
  const { isOpen, ...content } = props
  const isLeaving = useRef(false)
  return (
    <TopDialog
      label="Search everything"
      isOpen={isOpen}
      onClose={props.onClose}
      keepsFocus={() => {
        const keeps = isLeaving.current
        isLeaving.current = false
        return keeps
      }}
    >
      <FindContent
        {...content}
        onLeave={() => {
          isLeaving.current = true
          // The next page moves the focus to its title, unless a dialog has it.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      />
    </TopDialog>
  )
}
