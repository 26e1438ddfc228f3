import { CircleAlert, ImagePlus, TriangleAlert, X } from 'lucide-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { parseAspectRatio } from '#src/domain/aspect-ratio.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { styled } from '#src/ui/theme.ts'
import { useObjectUrl } from '#src/ui/use-object-url.ts'
import {
  validateImage,
  missingImage,
  ratioWarning,
  readImage,
  type ChosenImage,
  type Device,
} from './banner-form.ts'

const Drop = styled('div')<{ $edge: string; $isEmpty: boolean }>`
  position: relative;
  overflow: hidden;
  background: var(--surface-2);
  border: 1px ${(p) => (p.$isEmpty ? 'dashed' : 'solid')} ${(p) => p.$edge};
  border-radius: var(--r-md);
  color: var(--text-3);
  &:hover {
    border-color: ${(p) => (p.$isEmpty ? 'var(--text-3)' : p.$edge)};
  }
  &:has(input:focus-visible) {
    box-shadow: var(--focus);
  }
  @supports not selector(:has(*)) {
    &:focus-within {
      box-shadow: var(--focus);
    }
  }
  & > img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  & > label {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 8px;
    padding: 8px;
    font: var(--t-small);
    text-align: center;
    cursor: pointer;
  }
  & button {
    position: absolute;
    right: 8px;
    top: 8px;
    background: var(--surface-3);
    border: 1px solid var(--line-control);
  }
`
const Facts = styled('div')`
  display: grid;
  font: var(--t-small);
  color: var(--text-3);
`
const Note = styled('p')<{ $tone: string }>`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  font: var(--t-small);
  color: ${(p) => p.$tone};
  & > svg {
    margin-top: 1px;
  }
`

/** Selects one image by file dialog or drop, with a warning if its ratio is wrong. */
export function ImagePicker(props: {
  device: Device
  ratio: string
  image: ChosenImage | null
  isTouched: boolean
  disabled: boolean
  onChoose: (image: ChosenImage | null) => void
  onTouch: () => void
}) {
  const { device, ratio, image } = props
  const id = useId()
  const [rejection, setRejection] = useState<string | null>(null)
  const url = useObjectUrl(image?.file ?? null)
  const warning = image && ratioWarning(device, image, ratio)
  const missing = props.isTouched && !image ? missingImage(device) : null
  const error = useAfterPress(rejection ?? missing)
  const label = device === 'desktop' ? 'Desktop image' : 'Mobile image'

  // Images decode asynchronously: the last selection wins.
  const selections = useRef(0)
  const choose = async (file: File | undefined) => {
    props.onTouch()
    if (!file) return
    const selection = (selections.current += 1)
    const reason = validateImage(file)
    setRejection(reason)
    if (reason !== null) return
    try {
      const read = await readImage(file)
      if (selection === selections.current) props.onChoose(read)
    } catch {
      if (selection === selections.current) setRejection('The file could not be read as an image')
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (!props.disabled) void choose(event.dataTransfer.files[0])
  }
  const edge = error ? 'var(--negative)' : warning ? 'var(--warning)' : 'var(--line-hover)'
  const shape = image ? image.width / image.height : (parseAspectRatio(ratio) ?? 1)

  return (
    <GroupFrame>
      <GroupLabel>
        <label htmlFor={id}>{label}</label>
        <span className="num">{ratio}</span>
      </GroupLabel>
      <Drop
        $edge={edge}
        $isEmpty={!image}
        style={{ aspectRatio: shape }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          id={id}
          className="sr"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          disabled={props.disabled}
          aria-invalid={error !== null}
          {...(error === null && !warning ? {} : { 'aria-describedby': `${id}-note` })}
          onBlur={props.onTouch}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Allows selecting the same file again.
            event.target.value = ''
            void choose(file)
          }}
        />
        {image && url !== null && <img src={url} alt={`Chosen ${device} banner`} />}
        {!image && (
          <label htmlFor={id} aria-hidden>
            <Icon of={ImagePlus} size={20} />
            Choose or drop an image
          </label>
        )}
        {image && (
          <IconButton
            label={`Remove ${device} image`}
            icon={X}
            tooltip={false}
            disabled={props.disabled}
            onClick={() => props.onChoose(null)}
          />
        )}
      </Drop>
      {image && (
        <Facts className="num">
          <span className="trunc">{image.file.name}</span>
          <span>
            {image.width} × {image.height}
          </span>
        </Facts>
      )}
      {error !== null && (
        <Note id={`${id}-note`} $tone="var(--negative)">
          <Icon of={CircleAlert} size={14} />
          {error}
        </Note>
      )}
      {error === null && warning && (
        <Note id={`${id}-note`} role="alert" $tone="var(--warning)">
          <Icon of={TriangleAlert} size={14} />
          {warning}
        </Note>
      )}
    </GroupFrame>
  )
}
