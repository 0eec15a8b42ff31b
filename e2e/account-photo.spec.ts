import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'

import { enterAs } from './account-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson } from './person.ts'

const chooseFile = 'input[type=file]:not([capture])'

// In `npm test`: picture.test.ts and file-signature.test.ts of web/ui, and register-center-files.spec.ts.
test('a file that is no usable picture is refused with a message', { tag: '@storm' }, async ({ page }) => {
  await enterAs(page, newPerson(), 'perfil')
  const photo = page.getByRole('region', { name: 'Tu foto' })
  await page.setInputFiles(chooseFile, { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') })
  await expect(photo.getByRole('alert')).toContainText('no es una imagen')
  await page.setInputFiles(chooseFile, { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('hola') })
  await expect(photo.getByRole('alert')).toContainText('no es una imagen')
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  await page.setInputFiles(chooseFile, { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(photo.getByRole('alert')).toContainText('no abre fotos HEIC')
  const tiny = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  await page.setInputFiles(chooseFile, { name: 'icono.png', mimeType: 'image/png', buffer: tiny })
  await expect(photo.getByRole('alert')).toContainText('demasiado pequeña (20 × 20 píxeles)')
  const black = { r: 0, g: 0, b: 0 }
  const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: black } })
    .png()
    .toBuffer()
  await page.setInputFiles(chooseFile, { name: 'enorme.png', mimeType: 'image/png', buffer: huge })
  await expect(photo.getByRole('alert')).toContainText('demasiado grande (9000 × 9000 píxeles)')
  await expectAccessible(page)
})

test('a photo is dropped or selected, cropped, uploaded and removed', { tag: '@phone-in-storm' }, async ({ page }) => {
  await enterAs(page, newPerson(), 'perfil')
  const photo = page.getByRole('region', { name: 'Tu foto' })
  const dialog = page.getByRole('dialog', { name: 'Encuadra tu foto' })

  await test.step('a photo can be dropped, and the crop dialog cancelled', async () => {
    const dropped = await page.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes)], 'yo.png', { type: 'image/png' }))
        return transfer
      },
      [...(await twoColours())],
    )
    await photo.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await expect(dialog).toBeHidden()
    await expect(photo.locator('img')).toBeHidden()
  })

  await test.step('is cropped with the keyboard', async () => {
    await page.setInputFiles(chooseFile, { name: 'yo.png', mimeType: 'image/png', buffer: await twoColours() })
    await expect(dialog).toBeVisible()
    await expect(photo.getByRole('alert')).toBeHidden()
    const frame = dialog.getByRole('application')
    await expect(frame).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Acercar').press('End')
    await expect(dialog.getByLabel('Acercar')).toHaveValue('3')
    await frame.focus()
    // Moves to the right end of the picture, which has the second colour.
    for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowLeft')
    await dialog.getByRole('button', { name: 'Mover a la izquierda' }).click()
    await dialog.getByRole('button', { name: 'Guardar foto' }).click()
    await expect(page.getByText('Foto actualizada')).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  await test.step('appears on every page', async () => {
    const { width, height, colourAt } = await shownPhoto(page)
    expect(width).toBe(height)
    expect(colourAt(0.5, 0.5)).toBe('blue')
    await expect(page.getByRole('banner').locator('img')).toBeVisible()
  })

  await test.step('is upright whatever the camera orientation, and carries no metadata', async () => {
    const before = (await photo.locator('img').getAttribute('src')) ?? ''
    const sideways = await sharp(await twoColours())
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Emilia' } } })
      .jpeg()
      .toBuffer()
    await page.setInputFiles(chooseFile, { name: 'yo.jpg', mimeType: 'image/jpeg', buffer: sideways })
    await dialog.getByRole('button', { name: 'Guardar foto' }).click()
    await expect(photo.locator('img')).not.toHaveAttribute('src', before)
    const { exif, colourAt } = await shownPhoto(page)
    expect([colourAt(0.5, 0.1), colourAt(0.5, 0.9)]).toEqual(['red', 'blue'])
    expect(exif).toBeUndefined()
  })

  await test.step('is removed', async () => {
    await photo.getByRole('button', { name: 'Quitar foto' }).click()
    const question = page.getByRole('dialog', { name: '¿Quitar tu foto?' })
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Quitar foto' }).click()
    await expect(page.getByText('Foto quitada')).toBeVisible()
    await expect(photo.locator('img')).toBeHidden()
    await expect(photo.getByRole('button', { name: 'Elegir una foto' })).toBeFocused()
  })
})

async function shownPhoto(page: Page) {
  const shown = page.getByRole('region', { name: 'Tu foto' }).locator('img')
  await expect(shown).toBeVisible()
  const picture = sharp(await (await page.request.get((await shown.getAttribute('src')) ?? '')).body())
  const { exif } = await picture.metadata()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    exif,
    colourAt(x: number, y: number): 'red' | 'blue' {
      const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
      return (data[start] ?? 0) > (data[start + 2] ?? 0) ? 'red' : 'blue'
    },
  }
}

/** Red on the left, blue on the right, so that the middle shows which part was cropped. */
async function twoColours(): Promise<Buffer> {
  const half = { width: 600, height: 800, channels: 3 } as const
  const blue = await sharp({ create: { ...half, background: '#1030d0' } })
    .png()
    .toBuffer()
  return sharp({ create: { ...half, width: 1200, background: '#d03010' } })
    .composite([{ input: blue, left: 600, top: 0 }])
    .png()
    .toBuffer()
}
