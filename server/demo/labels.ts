type Weighted<Item> = readonly (readonly [item: Item, weight: number])[]

/** Parses `item weight, item weight, …`. */
const weights = (text: string): Weighted<string> =>
  text.split(',').map((entry) => {
    const [, item = '', weight] = /^\s*(.*) (\d+)$/.exec(entry) ?? []
    return [item, Number(weight)]
  })

/** Mostly alpha-2 codes, with some names, some alpha-3 codes and some unknown countries. */
export const COUNTRIES: Weighted<string | null> = [
  ...weights(`
    DE 118, US 104, GB 85, TR 62, NL 58, FR 46, BR 38, IN 36, ES 33, IT 31, PL 28, CA 27,
    AU 25, AE 24, CH 22, JP 20, KR 19, SG 18, VN 17, ID 16, NG 15, PH 14, UA 14, SE 13,
    AT 13, BE 12, PT 11, CZ 10, RO 10, MX 10, AR 9, TH 9, MY 8, ZA 8, NO 7, DK 7, FI 6,
    IE 6, GR 6, HU 5, NP 4, IL 4, NZ 4, CL 4, CO 4, HK 4, XK 2, Germany 14,
    United States 9, United Kingdom 6, Turkey 4, Netherlands 3, DEU 4, USA 4, GBR 2`),
  [null, 46],
  ['unknown', 9],
]

export const REFERRERS: Weighted<string | null> = [
  ['google.com', 230],
  ['t.me', 176],
  [null, 134],
  ['x.com', 131],
  ['coinmarketcap.com', 83],
  ['youtube.com', 58],
  ['coingecko.com', 46],
  ['reddit.com', 34],
  ['facebook.com', 22],
  ['cryptonews.example', 18],
  ['bing.com', 15],
  ['duckduckgo.com', 12],
  ['tiktok.com', 12],
  ['icodrops.example', 10],
  ['discord.com', 9],
  ['linkedin.com', 5],
  ['medium.com', 5],
]

export type Campaign = readonly [source: string | null, medium: string | null]

export const CAMPAIGNS: Weighted<Campaign> = [
  [['google', 'cpc'], 242],
  [[null, null], 143],
  [['telegram', 'channel'], 129],
  [['x', 'social'], 96],
  [['telegram', 'group'], 80],
  [['coinzilla', 'display'], 78],
  [['google', 'organic'], 74],
  [['youtube', 'influencer'], 52],
  [['bitmedia', 'display'], 30],
  [['newsletter', 'email'], 26],
  [['x', 'influencer'], 21],
  [['facebook', 'cpc'], 15],
  [['tiktok', 'influencer'], 9],
  [['google', null], 5],
]

export interface Currency {
  name: string
  /** USD of one unit */
  price: number
  /** decimals that amounts are paid in */
  decimals: number
  type: string
}

export const CURRENCIES: Weighted<Currency> = [
  [{ name: 'ETH', price: 3100, decimals: 8, type: 'blockchain' }, 307],
  [{ name: 'USDT', price: 1, decimals: 2, type: 'blockchain' }, 304],
  [{ name: 'USDC', price: 1, decimals: 2, type: 'blockchain' }, 144],
  [{ name: 'BNB', price: 640, decimals: 8, type: 'blockchain' }, 92],
  [{ name: 'SOL', price: 175, decimals: 6, type: 'blockchain' }, 61],
  [{ name: 'BTC', price: 91_000, decimals: 8, type: 'blockchain' }, 40],
  [{ name: 'POL', price: 0.46, decimals: 4, type: 'blockchain' }, 21],
  [{ name: 'CARD', price: 1, decimals: 2, type: 'card' }, 31],
]
