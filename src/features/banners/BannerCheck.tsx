import { Button } from '#src/ui/Button.tsx'
import { OutcomeNote } from '#src/ui/OutcomeNote.tsx'
import { newBanners } from './new-banner.ts'

/** In the dialog: nobody has said whether the banner was created, and what is being done about it. */
export function BannerCheck({ isChecking }: { isChecking: boolean }) {
  return (
    <OutcomeNote isChecking={isChecking}>
      {isChecking
        ? 'The server did not answer. Checking whether the banner was created.'
        : 'Nobody has answered yet whether the banner was created. Check again, or look in the list. Checking never creates it twice.'}
    </OutcomeNote>
  )
}

/** On the page: the same, also from before a reload; nothing where all is well. */
export function OpenBanner(props: { projectId: string; onCheck: () => void }) {
  if (newBanners.use(props.projectId) === undefined) return null
  return (
    <div style={{ marginBottom: 16 }}>
      <OutcomeNote
        isChecking={false}
        action={
          <Button size="sm" onClick={props.onCheck}>
            Check
          </Button>
        }
      >
        Nobody has answered yet whether a new banner for the <bdi>{props.projectId}</bdi> token was
        created.
      </OutcomeNote>
    </div>
  )
}
