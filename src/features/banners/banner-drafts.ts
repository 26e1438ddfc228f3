import { ref } from 'valtio'
import { draftsOf } from '#src/writes/drafts.ts'
import type { ChosenImage, Device } from './banner-form.ts'

interface BannerDraft {
  desktop: ChosenImage | null
  mobile: ChosenImage | null
  hasClickUrl: boolean
  clickUrl: string
}

/** A banner being made, by project, until it is created or given up. */
export const bannerDrafts = draftsOf<BannerDraft>()

/** Puts an image into the draft as it is: a file is no state to be watched. */
export function draftImage(projectId: string, device: Device, image: ChosenImage | null): void {
  bannerDrafts.change(projectId, { [device]: image && ref(image) })
}
