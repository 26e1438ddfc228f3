import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { proofOf } from '#tests/support/calls/proofs.ts'
import { ProofMark, ProofWords } from './ProofMark.tsx'
import { StatusLabel } from './StatusLabel.tsx'
import { TokenAmount } from './TokenAmount.tsx'

test('an unknown status is shown in capitals', () => {
  render(<StatusLabel status="on_hold" />)
  expect(screen.getByText('ON_HOLD')).toBeTruthy()
})

test('the smallest credit shows its amount, and is masked like every other', () => {
  const amount = '0.000000000000000001'
  const { container, rerender } = render(
    <TokenAmount amount={amount} unit="AURA" isMasked={false} />,
  )
  expect(container.textContent).toBe(`${amount}\u00a0AURA`)
  rerender(<TokenAmount amount={amount} unit="AURA" isMasked />)
  expect(container.textContent).not.toContain('0.0')
})

test('the mark of a proof is named by it, and has its words beside it on a card', () => {
  const waiting = proofOf({ state: 'waiting', confirmations: 3 })
  const { container, rerender } = render(<ProofMark proof={waiting} />)
  expect(screen.getByRole('img', { name: 'Waiting, 3 of 12 confirmations' })).toBeTruthy()
  rerender(<ProofMark proof={null} />)
  expect(container.innerHTML).toBe('')
  rerender(<ProofWords proof={waiting} />)
  expect(container.textContent).toBe('3 of 12 confirmations')
})
