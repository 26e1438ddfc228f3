import { isCode, withoutComments } from './tree.ts'
import type { Tree, Violation } from './tree.ts'

/** Words that no identifier and no file name contains, and the field's term to use. */
const REPLACED_WORDS = new Map([
  ['fault', 'error'],
  ['faults', 'errors'],
  ['judge', 'validate'],
  ['judged', 'validated'],
  ['ask', 'request'],
  ['asks', 'request'],
  ['asked', 'requested'],
  ['asking', 'requesting'],
  ['anew', 'again'],
  ['tell', 'notify'],
  ['told', 'notified'],
  ['say', 'output'],
  ['says', 'message'],
  ['said', 'output'],
  ['look', 'options'],
  ['looks', 'options'],
  ['looked', 'read'],
  ['shelf', 'store'],
  ['awake', 'recovered'],
  ['born', 'initial'],
  ['bone', 'skeleton'],
  ['brand', 'logo'],
  ['stopper', 'shutdown'],
  ['spelling', 'variant'],
  ['spellings', 'variants'],
  ['pretend', 'dummy'],
  ['forgive', 'decrement'],
  ['trail', 'audit'],
  ['trails', 'audit'],
  ['estate', 'fixtures'],
  ['hostile', 'fuzz'],
  ['truth', 'expected'],
  ['truths', 'expected'],
  ['leaks', 'found secrets'],
  ['whoever', 'the person'],
  ['whatever', 'the thing'],
])

/** Whole identifiers that were replaced. */
const REPLACED_NAMES = new Map([
  ['terms', 'resolvedQuery'],
  ['moment', 'asOf'],
])

const partsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)

const replacementOf = (name: string): string | undefined =>
  REPLACED_NAMES.get(name) ??
  partsOf(name)
    .map((part) => REPLACED_WORDS.get(part))
    .find((term) => term !== undefined)

/** Identifiers of a file: texts, comments and what stands between tags are sentences, not names. */
const namesIn = (text: string) =>
  new Set(
    withoutComments(text)
      .replace(/'(?:\\.|[^'\\\n])*'|"[^"\n]*"/g, "''")
      .replace(/`(?:\\.|[^`\\])*`/g, (all) => (all.match(/\$\{[^}]*\}/g) ?? []).join(' '))
      .replace(
        /\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[<>* ])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n[])*\/[a-z]*/g,
        "''",
      )
      .replace(/(?:>|\}(?!\n))[^<>{}=;()]*(?=[<{])/g, ' ')
      .match(/(?<![\w$-])[A-Za-z_$][\w$]*/g) ?? [],
  )

/** Names that contain a replaced word, each with the term to use. */
export const replacedWords = (tree: Tree): Violation[] =>
  [...tree]
    .filter(([file]) => isCode(file) && !file.endsWith('house/words.ts'))
    .flatMap(([file, text]) => {
      const base = file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/, '')
      return [base, ...namesIn(text)].flatMap((name) => {
        const term = replacementOf(name)
        return term === undefined ? [] : [`${file}: ${name}: ${term}`]
      })
    })
