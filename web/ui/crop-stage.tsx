import 'react-easy-crop/react-easy-crop.css'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import ArrowDown from '~icons/lucide/arrow-down'
import ArrowLeft from '~icons/lucide/arrow-left'
import ArrowRight from '~icons/lucide/arrow-right'
import ArrowUp from '~icons/lucide/arrow-up'

import { classNames } from './class-names.ts'
import { type Framing, initialFraming, maxZoom, moveFraming, type Size, wholeZoom } from './framing.ts'
import { IconButton } from './icon-button.tsx'
import type { Area, Picture } from './picture.ts'
import { SliderField } from './slider-field.tsx'

const steps = [
  { label: 'Mover a la izquierda', Icon: ArrowLeft, by: { x: -16, y: 0 } },
  { label: 'Mover hacia arriba', Icon: ArrowUp, by: { x: 0, y: -16 } },
  { label: 'Mover hacia abajo', Icon: ArrowDown, by: { x: 0, y: 16 } },
  { label: 'Mover a la derecha', Icon: ArrowRight, by: { x: 16, y: 0 } },
]

export type CropStageProps = {
  picture: Picture
  /** The ratio of the frame, width by height. */
  ratio: number
  round: boolean
  /** The picture may be made smaller than its frame. */
  wholeAllowed: boolean
  onArea: (area: Area) => void
}

/** The picture behind a frame. Users drag or pinch it, or use keys or buttons. */
export function CropStage({ picture, ratio, round, wholeAllowed, onArea }: CropStageProps) {
  const minZoom = wholeAllowed ? wholeZoom({ picture: picture.canvas, ratio }) : 1
  const [framing, setFraming] = useState({ ...initialFraming, zoom: minZoom })
  const [pictureSize, setPictureSize] = useState<Size>()
  const [frameSize, setFrameSize] = useState<Size>()

  const zoomTo = (zoom: number) => setFraming(({ x, y }) => withinFrame({ x, y, zoom }))

  /** The cropper limits the position only while the picture fills its frame. */
  function withinFrame(target: Framing): Framing {
    if (!wholeAllowed || !pictureSize || !frameSize) return target
    const from = { ...initialFraming, zoom: target.zoom }
    return moveFraming({ from, by: target, picture: pictureSize, frame: frameSize })
  }

  return (
    <div className="grid gap-3">
      <div
        className={classNames(
          'relative h-64 overflow-clip rounded-card sm:h-80',
          wholeAllowed ? 'bg-[#fff]' : 'bg-sand',
        )}
      >
        <Cropper
          image={picture.url}
          crop={framing}
          zoom={framing.zoom}
          aspect={ratio}
          cropShape={round ? 'round' : 'rect'}
          minZoom={minZoom}
          restrictPosition={!wholeAllowed}
          showGrid={false}
          maxZoom={maxZoom}
          keyboardStep={8}
          // It would add a style element, which the content security policy blocks.
          disableAutomaticStylesInjection
          onCropChange={({ x, y }) => setFraming(({ zoom }) => withinFrame({ x, y, zoom }))}
          onZoomChange={zoomTo}
          onCropAreaChange={(_, pixels) => onArea(pixels)}
          setMediaSize={setPictureSize}
          setCropSize={setFrameSize}
          classes={{
            cropAreaClassName: 'focus-visible:outline-4 focus-visible:outline-offset-0 focus-visible:outline-[#fff]',
          }}
          cropperProps={{ role: 'application', 'aria-label': 'Encuadre: mueve la foto con las flechas' }}
        />
      </div>
      <SliderField
        label="Acercar"
        min={minZoom}
        max={maxZoom}
        step={0.05}
        value={framing.zoom}
        formatValue={(zoom) => `${Math.round(zoom * 100)} %`}
        onChange={(event) => {
          zoomTo(event.currentTarget.valueAsNumber)
        }}
      />
      <fieldset className="flex justify-center gap-2">
        <legend className="sr-only">Mover la foto</legend>
        {steps.map(({ label, Icon, by }) => (
          <IconButton
            key={label}
            label={label}
            icon={<Icon aria-hidden="true" className="size-5" />}
            className="border border-control"
            onClick={() => {
              if (!pictureSize || !frameSize) return
              setFraming((from) => moveFraming({ from, by, picture: pictureSize, frame: frameSize }))
            }}
          />
        ))}
      </fieldset>
    </div>
  )
}
