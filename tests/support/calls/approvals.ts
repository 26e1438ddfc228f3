import { signInAgain, type Answer, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addWallet, someAddress } from '#tests/support/server/builders.ts'

export interface Credit {
  tokens?: string
  wallet?: string
  project?: string
  key?: string
  transactionId?: string
  reason?: string
}

/** A project with limits and a wallet, and the calls of credits that wait for approval. */
export interface Sale {
  id: string
  wallet: string
  /** A person of the project, new for each sale. */
  requester: SignedIn
  approver: SignedIn
  credit(credit?: Credit, as?: SignedIn): Promise<Answer>
  /** A credit above the limit. @returns the id of its request */
  request(credit?: Credit, as?: SignedIn): Promise<string>
  decide(verb: 'approve' | 'reject' | 'cancel', id: string, as?: SignedIn): Promise<Answer>
  /** Lets time pass, after which both people sign in again: access tokens live for minutes. */
  wait(ms: number): Promise<void>
  /** What the wallet has, as its page and the list show it. */
  total(): Promise<string>
  /** The ids of the project's credits. */
  credits(): Promise<string[]>
  /** The actions of the project's audit log, oldest first. */
  actions(): Promise<string[]>
}

/** A new project where credits above `limit` tokens in 24 hours need approval; null: none does. */
export async function openSale(t: TestApp, limit: string | null = '100'): Promise<Sale> {
  const { id } = await addProject(t.db, { credit_approval_over: limit })
  const wallet = someAddress()
  await addWallet(t.db, { project_id: id, wallet_address: wallet })
  const [requester, approver] = [await t.signIn('user', [id]), await t.signIn('client', [id])]
  const credit = (
    { tokens = '101', wallet: to = wallet, project = id, ...more }: Credit = {},
    as = requester,
  ) =>
    t.call('POST', `/wallets/${project}/${to}/transactions/manual`, {
      as,
      body: {
        reason: more.reason ?? 'Compensation for ticket 4182',
        tokens,
        ...(more.transactionId === undefined ? {} : { transaction_id: more.transactionId }),
      },
      headers: more.key === undefined ? {} : { 'idempotency-key': more.key },
    })
  const decide: Sale['decide'] = (verb, request, as = verb === 'cancel' ? requester : approver) =>
    t.call('POST', `/approvals/${request}/${verb}`, { as })
  return {
    id,
    wallet,
    requester,
    approver,
    credit,
    decide,
    async request(above, as) {
      const { status, body } = await credit(above, as)
      if (status !== 202) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`)
      return body.approval.id
    },
    async wait(ms) {
      t.clock.advance(ms)
      for (const person of [requester, approver])
        person.token = (await signInAgain(t, person)).token
    },
    async total() {
      const { body: page } = await t.call('GET', `/wallets/${id}/${wallet}`, { as: approver })
      const { body: list } = await t.call('GET', `/wallets?projects=${id}`, { as: approver })
      const listed = list.results.find(
        ({ wallet_address: address }: { wallet_address: string }) => address === wallet,
      )
      if (page.wallet.total_tokens !== listed.total_tokens)
        throw new Error('The page and the list differ')
      return listed.total_tokens
    },
    async credits() {
      const { body } = await t.call('GET', `/manual-transactions?projects=${id}&limit=100`, {
        as: approver,
      })
      return body.results.map((row: { id: string }) => row.id)
    },
    async actions() {
      const rows = await t.db
        .selectFrom('audit_log')
        .select('action')
        .where('project_id', '=', id)
        .orderBy('id')
        .execute()
      return rows.map(({ action }) => action)
    },
  }
}
