import { useSelector } from '@xstate/react'
import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import {
  type ColorScheme,
  type Device,
  type DevicePreview,
  noPreview,
} from '#content/page/geometry/device-preview.ts'
import { type DevicePreviewEvent, selectDevicePreview } from '#machines/editing/device-preview.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { keepScrollPosition } from '../dom/keep-scroll-position.ts'
import { Menu } from '../menu/Menu.tsx'
import { MenuLabel, MenuRadioGroup } from '../menu/MenuItem.tsx'
import styles from './DevicePreviewMenu.module.css'

/** The widths are those of the style sheet. */
const deviceOptions: { value: Device; label: string }[] = [
  { value: 'phone', label: 'Phone, 390 px' },
  { value: 'tablet', label: 'Tablet, 768 px' },
  { value: 'desktop', label: 'Desktop, this window' },
]

const colorSchemeOptions: { value: ColorScheme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Offers to show the page as wide as on a device, and light or dark. It does so for as long as it is rendered. */
export function DevicePreviewMenu() {
  const devicePreviewRef = useAppActor('devicePreview')
  const preview = useSelector(devicePreviewRef, selectDevicePreview)
  const { device, colorScheme } = preview
  useLayoutEffect(() => applyPreview(preview), [preview])
  useLayoutEffect(() => () => applyPreview(noPreview), [])
  const choose = (event: DevicePreviewEvent) =>
    keepScrollPosition(() => flushSync(() => devicePreviewRef.send(event)))
  const names = [device, colorScheme].filter((name) => name !== noPreview.colorScheme)
  const isPreviewing = device !== noPreview.device || colorScheme !== noPreview.colorScheme
  return (
    <Menu
      label={`Preview: ${names.join(', ')}`}
      trigger={
        <span className={styles.icon} data-device={device} data-color-scheme={colorScheme} />
      }
      triggerProps={{
        title: 'Preview',
        className: classNames(styles.trigger, isPreviewing && styles.previewing),
      }}
    >
      <MenuLabel>Page width</MenuLabel>
      <MenuRadioGroup
        value={device}
        options={deviceOptions}
        onChoose={(chosen) => choose({ type: 'device.selected', device: chosen })}
      />
      <MenuLabel>Page colors</MenuLabel>
      <MenuRadioGroup
        value={colorScheme}
        options={colorSchemeOptions}
        onChoose={(chosen) => choose({ type: 'colorScheme.selected', colorScheme: chosen })}
      />
    </Menu>
  )
}

/** Sets the attributes that the style sheets react to; there are none without a preview. */
function applyPreview(preview: DevicePreview) {
  const { dataset } = document.documentElement
  for (const name of ['device', 'colorScheme'] as const)
    if (preview[name] === noPreview[name]) delete dataset[name]
    else dataset[name] = preview[name]
}
