import * as z from 'zod/mini'

// zod compiles validators with `new Function` if it can. The Content-Security-Policy forbids that and
// reports even the probe as a violation. Import this before the first schema runs.
z.config({ jitless: true })
