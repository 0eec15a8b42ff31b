import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/ui/styles.css'

import { Gallery } from './gallery.tsx'

const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
}
