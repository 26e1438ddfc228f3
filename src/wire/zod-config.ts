import * as z from 'zod/mini'

// zod compiles validators with `new Function` when it can; the Content-Security-Policy forbids that,
// and even the probe for it is reported as a violation. Import this before the first schema runs.
z.config({ jitless: true })
