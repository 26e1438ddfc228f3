import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TokenAmount } from './TokenAmount.tsx'

test('the smallest credit shows its amount, and is masked like every other', () => {
  const amount = '0.000000000000000001'
  const { container, rerender } = render(
    <TokenAmount amount={amount} unit="AURA" isMasked={false} />,
  )
  expect(container.textContent).toBe(`${amount}\u00a0AURA`)
  rerender(<TokenAmount amount={amount} unit="AURA" isMasked />)
  expect(container.textContent).not.toContain('0.0')
})
