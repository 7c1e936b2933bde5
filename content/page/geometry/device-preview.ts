/** Defines how the page can be previewed while it is edited: as wide as on a device, and in the colors of either scheme. */

const devices = ['phone', 'tablet', 'desktop'] as const
export type Device = (typeof devices)[number]

const colorSchemes = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof colorSchemes)[number]

export interface DevicePreview {
  device: Device
  colorScheme: ColorScheme
}

/** The page as the window shows it. */
export const noPreview: DevicePreview = { device: 'desktop', colorScheme: 'system' }

/** Returns a preview as a text that can be remembered. */
export const previewText = ({ device, colorScheme }: DevicePreview) => `${device} ${colorScheme}`

/** Returns the preview that a text stands for; none for any other text. */
export function parsePreview(text: string | null): DevicePreview {
  const [device, colorScheme] = (text ?? '').split(' ')
  return {
    device: devices.find((name) => name === device) ?? noPreview.device,
    colorScheme: colorSchemes.find((name) => name === colorScheme) ?? noPreview.colorScheme,
  }
}
