import type { Tx } from '#server/db/engine/open.ts'
import { deleteNote, insertNote, updateNote, type NotedRecord } from '#server/db/records/notes.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { creditedPurchases } from './fill-histories.ts'
import type { DemoPurchase, DemoSale } from './sales.ts'

interface Authors {
  admin: UserRow
  member: UserRow
}

/** Adds what two people noted about a purchase that failed and was credited by hand. */
export async function fillNotes(
  tx: Tx,
  sale: DemoSale,
  authors: Authors,
  now: number,
): Promise<void> {
  for (const purchase of creditedPurchases(sale, now).lost)
    await noteComplaint(tx, purchase, authors)
}

async function noteComplaint(
  tx: Tx,
  purchase: DemoPurchase,
  { admin, member }: Authors,
): Promise<void> {
  const { wallet, hash, createdAt } = purchase
  const own = { projectId: wallet.project, walletAddress: wallet.address }
  const onWallet: NotedRecord = { ...own, kind: 'wallet', record: wallet.address }
  const onPurchase: NotedRecord = { ...own, kind: 'transaction', record: String(purchase.id) }
  const after = (minutes: number) => new Date(createdAt + minutes * MINUTE_MS)
  const add = (
    on: NotedRecord,
    by: UserRow,
    minutes: number,
    text: string,
    mentions: number[] = [],
  ) => insertNote(tx, on, { text, mentions }, { authorId: by.id, now: after(minutes) })

  const first = 'Buyer wrote: the payment went out and no tokens arrived.'
  const id = await add(onWallet, member, 40, first)
  const whole = `${first}${hash === null ? '' : ` The hash is ${hash}.`}`
  await updateNote(tx, id, { text: whole, mentions: [] }, after(44))
  await add(
    onPurchase,
    admin,
    65,
    'The payment has arrived, only its status is wrong. See https://support.saleroom.example/tickets/4182',
  )
  const draft = await add(onWallet, member, 80, 'Wrong wallet, this belongs to another ticket.')
  await deleteNote(tx, draft, after(82))
  const request =
    'Ticket 4182: agreed to credit it by hand. @admin please do.\nDo not credit it twice.'
  await add(onWallet, member, 95, request, [admin.id])
}
