import * as z from 'zod/mini'
import { isHttpUrl, MAX_URL_LENGTH } from '#src/wire/http-url.ts'

/** An optional http(s) URL as entered: it may be empty, and blanks around it do not count. */
export const urlFieldSchema = z.string().check(
  z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
  z.refine((text) => text.trim() === '' || isHttpUrl(text.trim()), 'Must be a valid http(s) URL'),
)
