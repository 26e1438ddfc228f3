const COLLATOR = new Intl.Collator('en', { numeric: true })

/** Orders names as people do, on a machine of any language: "Stage 2" is before "Stage 10". */
export const byName = (a: string, b: string): number => COLLATOR.compare(a, b)
