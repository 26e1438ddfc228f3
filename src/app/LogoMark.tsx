/** The sticker: paper tile, S, red dot. Decorative beside the name, which says the same. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" rx="14" fill="var(--ink)" />
      <g transform="translate(32 32) scale(1.18) translate(-32 -32)">
        <path
          d="M35.5 18.5H28a6.75 6.75 0 0 0 0 13.5h8a6.75 6.75 0 0 1 0 13.5H18.5"
          fill="none"
          stroke="var(--on-ink)"
          strokeWidth="7"
        />
        <circle cx="42.5" cy="18.5" r="3.75" fill="var(--brand-dot)" />
      </g>
    </svg>
  )
}
