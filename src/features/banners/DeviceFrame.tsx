import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

const Root = styled('figure')<{ $width: number }>`
  display: grid;
  justify-items: center;
  width: ${(p) => p.$width}px;
  max-width: 100%;
  & figcaption {
    display: flex;
    align-items: center;
    gap: 6px;
    margin-top: 12px;
    font: var(--t-small);
    color: var(--text-3);
  }
  & figcaption span {
    margin-left: 2px;
    color: var(--text-2);
  }
`
const Laptop = styled('div')`
  width: 92.6%;
  aspect-ratio: 400 / 248;
  padding: 8px;
  overflow: hidden;
  background: #050607;
  border: 1px solid var(--line-control);
  border-bottom: 0;
  border-radius: 10px 10px 0 0;
`
const Foot = styled('div')`
  width: 100%;
  height: 10px;
  background: var(--surface-3);
  border: 1px solid var(--line-control);
  border-radius: 2px 2px 8px 8px;
`
const Phone = styled('div')`
  width: 100%;
  aspect-ratio: 124 / 258;
  padding: 6px;
  overflow: hidden;
  background: #050607;
  border: 1px solid var(--line-control);
  border-radius: 20px;
`
const Site = styled('div')<{ $radius: number }>`
  height: 100%;
  overflow: hidden;
  background: var(--bg);
  border-radius: ${(p) => p.$radius}px;
`
const Nav = styled('div')<{ $isPhone: boolean }>`
  display: flex;
  align-items: center;
  gap: 8px;
  height: ${(p) => (p.$isPhone ? 28 : 24)}px;
  padding: ${(p) => (p.$isPhone ? '4px 12px 0' : '0 10px')};
`
const Text = styled('div')`
  display: grid;
  gap: 8px;
  padding: 14px 10px;
`
const Bar = styled('i')<{ $width: string; $height: number }>`
  display: block;
  width: ${(p) => p.$width};
  height: ${(p) => p.$height}px;
  border-radius: ${(p) => (p.$height === 10 ? 5 : 3)}px;
  background: var(--surface-3);
`
const Space = styled('i')`
  flex: 1;
`

/** A sketch of the presale site on a laptop or a phone, with the banner. */
export function DeviceFrame(props: {
  device: 'desktop' | 'mobile'
  ratio: string
  children: ReactNode
}) {
  const isPhone = props.device === 'mobile'
  const site = (
    <Site $radius={isPhone ? 14 : 3}>
      <Nav $isPhone={isPhone}>
        <Bar $width={isPhone ? '20px' : '40px'} $height={6} />
        <Space />
        {isPhone ? (
          <Bar $width="12px" $height={6} />
        ) : (
          <>
            <Bar $width="28px" $height={6} />
            <Bar $width="28px" $height={6} />
            <Bar $width="48px" $height={10} />
          </>
        )}
      </Nav>
      {props.children}
      <Text>
        <Bar $width={isPhone ? '70%' : '38%'} $height={8} />
        <Bar $width={isPhone ? '92%' : '62%'} $height={6} />
        <Bar $width={isPhone ? '84%' : '54%'} $height={6} />
      </Text>
    </Site>
  )
  return (
    <Root $width={isPhone ? 124 : 432}>
      {isPhone ? (
        <Phone>{site}</Phone>
      ) : (
        <>
          <Laptop>{site}</Laptop>
          <Foot />
        </>
      )}
      <figcaption>
        <Icon of={isPhone ? Smartphone : Monitor} size={14} />
        {isPhone ? 'Mobile' : 'Desktop'}
        <span className="num">{props.ratio}</span>
      </figcaption>
    </Root>
  )
}
