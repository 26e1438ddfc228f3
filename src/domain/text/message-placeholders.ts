/** The placeholders of a chat notice, in their order on the screen. */
export const PLACEHOLDERS = [
  'project_id',
  'stage_name',
  'wallet_address',
  'payment_token_symbol',
  'payment_token_amount',
  'payment_usd_amount',
  'tokens_bought',
  'project_ticker',
  'website_url',
  'buy_url',
] as const

export type Placeholder = (typeof PLACEHOLDERS)[number]

export type ExampleValues = Readonly<Record<Placeholder, string>>

interface ExampleProject {
  id: string
  project_ticker: string
  website_url: string
  buy_url: string
}

/** The values in the preview and in a test message: the project's own, and an example purchase. */
export function exampleValues(project: ExampleProject): ExampleValues {
  return {
    project_id: project.id,
    stage_name: 'Stage 5',
    wallet_address: '0xd204a6e1…37b8',
    payment_token_symbol: 'ETH',
    payment_token_amount: '3.0000',
    payment_usd_amount: '9,060.00',
    tokens_bought: '377,500.00',
    project_ticker: project.project_ticker,
    website_url: project.website_url,
    buy_url: project.buy_url,
  }
}
