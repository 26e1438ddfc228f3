import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { Link, useSearch } from 'wouter'
import type { AppRoute } from '#src/app/routes.ts'
import { listHref, projectHref } from '#src/records/page-hrefs.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'

const Root = styled('nav')`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  margin-left: -6px;
  font: var(--t-small);
  color: var(--text-3);
  white-space: nowrap;
  & > a {
    color: var(--text-2);
    text-decoration: underline;
    text-decoration-color: var(--text-disabled);
    text-underline-offset: 3px;
  }
  & > a:hover {
    color: var(--text-1);
  }
  ${MOBILE} {
    margin: 0;
  }
  /* A phone in landscape has room for the arrow. */
  @media screen and (max-width: 959px) and (pointer: coarse) {
    & > :not(button) {
      display: none;
    }
  }
`

/** The way back to the page that this one belongs to, with the project that it shows. */
export function Breadcrumb({ to: { path, title } }: { to: AppRoute }) {
  const project = new URLSearchParams(useSearch()).get('project')
  const isMobile = useIsMobile()
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <Root aria-label="Breadcrumb">
      <IconButton
        label={`Back to ${title}`}
        icon={ArrowLeft}
        size="sm"
        tooltip={false}
        // As the link does it: a page with unsaved input asks first.
        onClick={() => link.current?.click()}
      />
      <Link
        ref={link}
        href={project === null ? listHref(path) : projectHref(path, project)}
        hidden={isMobile}
      >
        {title}
      </Link>
      {!isMobile && <span aria-hidden>/</span>}
    </Root>
  )
}
