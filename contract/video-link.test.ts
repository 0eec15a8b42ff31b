import { expect, test } from 'vitest'
import { videoLink } from './video-link.ts'

test.each([
  '',
  'https://meet.google.com/abc-defg-hij',
  'https://zoom.us/j/123?pwd=a%20b',
  'HTTPS://meet.ejemplo.uy/sala',
])('the link of a room «%s» is accepted', (text) => expect(videoLink.safeParse(text).success).toBe(true))

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//https://zoom.us',
  'data:text/html,<script>alert(1)</script>',
  'http://zoom.us/j/123',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'https://usuario:clave@zoom.us/j/123',
  'https://zoom.us\\@otro.uy',
  'https://zoom us/j',
  'https://sala',
  'zoom.us/j/123',
  `https://zoom.us/${'a'.repeat(500)}`,
])('the link of a room «%s» is refused', (text) => expect(videoLink.safeParse(text).success).toBe(false))
