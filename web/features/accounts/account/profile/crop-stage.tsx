import 'react-easy-crop/react-easy-crop.css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'
import Cropper from 'react-easy-crop'

import { IconButton } from '#web/ui/icon-button.tsx'
import { SliderField } from '#web/ui/slider-field.tsx'

import { framed, mostZoom, moved, type Size } from './framing.ts'
import type { Area, Picture } from './picture.ts'

const steps = [
  { label: 'Mover a la izquierda', Icon: ArrowLeft, by: { x: -16, y: 0 } },
  { label: 'Mover hacia arriba', Icon: ArrowUp, by: { x: 0, y: -16 } },
  { label: 'Mover hacia abajo', Icon: ArrowDown, by: { x: 0, y: 16 } },
  { label: 'Mover a la derecha', Icon: ArrowRight, by: { x: 16, y: 0 } },
]

/** The picture behind a round frame. Dragged, pinched, by keys, or by buttons for whoever can't drag. */
export function CropStage({ picture, onArea }: { picture: Picture; onArea: (area: Area) => void }) {
  const [framing, setFraming] = useState(framed)
  const [pictureSize, setPictureSize] = useState<Size>()
  const [frameSize, setFrameSize] = useState<Size>()

  return (
    <div className="grid gap-3">
      <div className="relative h-64 overflow-clip rounded-card bg-sand sm:h-80">
        <Cropper
          image={picture.url}
          crop={framing}
          zoom={framing.zoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          maxZoom={mostZoom}
          keyboardStep={8}
          // It would put a style element into the page, which its policy refuses.
          disableAutomaticStylesInjection
          onCropChange={({ x, y }) => setFraming((before) => ({ ...before, x, y }))}
          onZoomChange={(zoom) => setFraming((before) => ({ ...before, zoom }))}
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
        min={1}
        max={mostZoom}
        step={0.05}
        value={framing.zoom}
        formatValue={(zoom) => `${Math.round(zoom * 100)} %`}
        onChange={(event) => {
          const zoom = event.currentTarget.valueAsNumber
          setFraming((before) => ({ ...before, zoom }))
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
              setFraming((from) => moved({ from, by, picture: pictureSize, frame: frameSize }))
            }}
          />
        ))}
      </fieldset>
    </div>
  )
}
