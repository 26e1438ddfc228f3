import { hasRepeatedColour } from '#src/domain/colours.ts'

/** Projects as the options of a list, with their colours. */
export function projectOptions(names: readonly string[], colours: ReadonlyMap<string, string>) {
  return names.map((name) => ({
    value: name,
    label: name,
    colour: colours.get(name) ?? 'var(--text-3)',
    isHatched: hasRepeatedColour(colours, name),
  }))
}
