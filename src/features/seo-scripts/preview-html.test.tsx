import { expect, it } from 'vitest'
import { previewHtml } from './preview-html.ts'

/** The page as a browser parses it. */
const read = (script: string) => new DOMParser().parseFromString(previewHtml(script), 'text/html')

/** The targets of the page's links, except for the page's own base. */
function targetsIn(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.getAttribute('target') ?? element.getAttribute('formtarget') ?? '')
      .split(' ')
      .filter((target) => target !== '' && target !== '_blank'),
    ...(element instanceof HTMLTemplateElement ? targetsIn(element.content) : []),
  ])
}

it.each([
  '<b>Stage 5</b> is live',
  '<a href="https://sale.example">Buy</a>',
  '<style>a[target="_self"] { color: red }</style>',
  '<script>open("/", "_self")</script>',
  '<svg><animate attributeName="cx" to="5"/></svg>',
])('a script without navigation is unchanged: %s', (script) => {
  expect(previewHtml(script).endsWith(script)).toBe(true)
})

it.each([
  '<a href="/x" target="_self">x</a>',
  '<A HREF="/x" TARGET=_SELF>x</A>',
  '<a href="/x" target>x</a>',
  '<map><area href="/x" target="_self"></map>',
  '<svg><a href="/x" target="_self"><text>x</text></a></svg>',
  '<base target="_self"><a href="/x">x</a>',
  '<form action="/x" target="_self"><button formtarget="_self">x</button></form>',
  '<template shadowrootmode="open"><a href="/x" target="_self">x</a></template>',
  '<template><template><a href="/x" target="_self">x</a></template></template>',
  '<table><a href="/x" target="_self">x<td>',
  '<b><a href="/x" target="_self"><p>x</b>y',
])('no link of a script opens in the preview: %s', (script) => {
  const page = read(script)
  expect(targetsIn(page)).toEqual([])
  expect(page.querySelectorAll('a[target], area[target], [formtarget]')).toHaveLength(0)
  expect(page.querySelector('base')?.getAttribute('target')).toBe('_blank')
  expect(page.querySelector('meta')?.getAttribute('charset')).toBe('utf-8')
})

it('SVG and MathML links are removed, references within SVG stay', () => {
  const page = read(
    '<svg><a href="/x"><text>x</text></a><a xlink:href="/x"/><use href="#part"/></svg><math href="/x"><mi href="/x">y</mi></math>',
  )
  const links = [...page.querySelectorAll('svg *, math, math *')].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${element.localName} ${name} ${value}`),
  )
  expect(links).toEqual(['use href #part'])
})

it('a script can’t reload the preview or set a target later', () => {
  const page = read(
    '<meta http-equiv="Refresh" content="0; url=/x"><svg><a><set attributeName="target" to="_self"/><animate attributeName="xlink:href" to="/x"/></a></svg><p>shown</p>',
  )
  expect(page.querySelector('meta[content^="0"], set, animate')).toBeNull()
  expect(page.body.textContent).toBe('shown')
})

it('a page keeps its own attributes and styles when a link loses its target', () => {
  const page = read(
    '<body style="color: red"><style>b { color: red }</style><a target="_self">x</a>',
  )
  expect(page.body.getAttribute('style')).toBe('color: red')
  expect(page.querySelectorAll('style')).toHaveLength(2)
})
