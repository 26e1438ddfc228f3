import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'

// A card with a title that holds a list.

export const ListBox = styled(Surface)`
  overflow: clip;
  & [data-row] > [role='row']:first-child {
    min-height: 44px;
  }
  /* Cards are rows of this card. */
  & .cards :is(article, section) {
    margin: 0;
    padding-top: 12px;
    background: none;
    border: 0;
    border-top: 1px solid var(--line);
    border-radius: 0;
  }
  & .cards > :first-child:not(:last-child) {
    padding: 0 16px;
  }
`

/** The title and the count of a list in its card, and then either a search with a switch or a choice. */
export const ListBoxHead = styled('div')<{ $hasChoice?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-height: 56px;
  padding: 8px 20px;
  & > h2 {
    font: var(--t-title);
    letter-spacing: -0.006em;
  }
  & > .count {
    flex: 1 0 auto;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-3);
  }
  & > form {
    flex: 0 1 328px;
  }
  ${MOBILE} {
    padding: ${(p) => (p.$hasChoice ? '12px 16px' : '4px 16px 12px')};
    & > .count {
      text-align: ${(p) => (p.$hasChoice ? 'end' : 'start')};
    }
    & > form {
      order: 1;
      flex: 1 0 100%;
    }
    & > [role='radiogroup'] {
      flex: 1 0 100%;
    }
  }
`
