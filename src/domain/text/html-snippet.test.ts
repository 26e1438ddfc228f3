import { describe, expect, test } from 'vitest'
import { leastCpuTimeOf } from '#tests/support/server/cpu-time.ts'
import { isHtmlSnippet } from './html-snippet.ts'

const VALID = [
  '',
  'Stage 5 is live',
  '<script async src="https://tags.aura.example/gtm.js"></script>',
  '<script>\n  if (a < b && c > d) { track("</div>") }\n</script>',
  "<script>window.dataLayer = window.dataLayer || []; document.write('<b>')</script >",
  '<script type="application/ld+json">{ "@type": "Organization", "name": "A <b> & C" }</script>',
  '<script><!--\n  legacy()\n//--></script>',
  '<script><!-- <script> inner </script> --></script>',
  '<meta name="description" content="AURA presale">',
  "<meta charset=utf-8><meta name='robots' content='index, follow' />",
  '<link rel="canonical" href="https://aura.example/?a=1&b=2">',
  '<title>Buy AURA &amp; save <5%</title>',
  '<style>a > b { content: "<" }</style>',
  '<!-- Tag manager -->',
  '<!-- a -- b > c -->',
  '<!--[if lt IE 9]><script src="shiv.js"></script><![endif]-->',
  '<!---->',
  '<noscript><img height="1" width="1" src="https://px.example/v1.gif" alt=""/></noscript>',
  '<noscript><iframe src="https://t.example/ns.html?id=1" height=0 hidden></iframe></noscript>',
  '<div class="a" id=b data-x=\'1 > 0\' hidden>text</div>',
  '<p>One<br>two<hr>',
  '<p>Buy <b>now</b></p>',
  '<ul><li>One<li>Two</ul>',
  '<div><p>One<p>Two</div>',
  '<table><thead><tr><th>A<tbody><tr><td>1<td>2<tr><td>3</table>',
  '<dl><dt>Term<dd>Text<dt>Term<dd>Text</dl>',
  '<select><optgroup label="A"><option>1<option selected>2</select>',
  '<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/><g><circle r="1" /></g></svg>',
  '<svg><style><![CDATA[ a < b ]]></style></svg>',
  '<sale-widget project="AURA"><span slot="title">Buy</span></sale-widget>',
  '<DIV><A HREF="/x">Buy</a></div >',
  '<textarea><b>not markup</textarea>',
  '<a href=/buy?x=1/ title="it\'s">Buy</a>',
  '<!DOCTYPE html><p>Fine</p>',
]

const INVALID = [
  '<div>',
  '<div><span></div>',
  '<p>Unclosed paragraph',
  '<b><i>crossed</b></i>',
  '<ul><li>One</li>',
  '<div class="a"><section></div></section>',
  '</div>',
  'text</p>',
  '<div></div></div>',
  '<p><div></div></p>',
  '<div><section><p>One<p>Two</p></p></section></div>',
  '<div><table><tr><td>1<tr><td>2</tr></tr></table></div>',
  '<br></br>',
  '<img src="a.png"></img>',
  '<div class="a>text</div>',
  "<div class='a>text</div>",
  '<div class=>text</div>',
  '<div class="a"id="b">text</div>',
  '<div class="a" class="b">text</div>',
  '<div class="a" CLASS="b">text</div>',
  '<div "a">text</div>',
  '<div =a>text</div>',
  '<a href=x"y>text</a>',
  '<div a<b>text</div>',
  '<div class="a"',
  '<div',
  '<',
  '<script>track()',
  '<script src="a.js">',
  '<script src="a.js"/>',
  '<script>x()</script',
  '<script><!-- <script> </script>',
  '<style>a { color: red }',
  '<title>Buy',
  '<textarea>x</div>',
  '<!-- never closed',
  '<!-- closed wrongly --!>',
  '<!-->',
  '<!--> the browser shows this -->',
  '<!---> and this -->',
  '<!-- a <!-- b -->',
  '<div/>',
  '</>',
  '</div class="a">',
  '<div></div x>',
  '5 < 6',
  '<3',
  '<?php echo 1 ?>',
  '<![if !IE]><p>x</p><![endif]>',
  '<svg><path></svg>',
]

describe('validation of an HTML snippet', () => {
  test.each(VALID)('%j is valid', (html) => {
    expect(isHtmlSnippet(html)).toBe(true)
  })

  test.each(INVALID)('%j is invalid', (html) => {
    expect(isHtmlSnippet(html)).toBe(false)
  })

  test('very long texts are validated quickly', async () => {
    const ms = await leastCpuTimeOf(() => {
      for (const piece of ['<', '<!--', '<script>', '<div ', '<a b=', '</', '<p>', '<script><!--'])
        isHtmlSnippet(piece.repeat(20_000 / piece.length))
    })
    expect(ms).toBeLessThan(2_000)
  })
})
