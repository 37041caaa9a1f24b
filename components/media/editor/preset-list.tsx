import { useId } from 'react'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { channelNames } from '@/components/channels/channel-names'
import { classes } from '@/components/ui/classes'
import type { ChannelId } from '@/lib/channel-ids'
import { type CropPreset, presetGroups } from './crop-presets'

type Props = {
  presets: readonly CropPreset[]
  /** Listed first. */
  channels: readonly ChannelId[]
  value: string
  onChange: (preset: CropPreset) => void
}

/** The ratios in groups by network. Radio buttons underneath, so arrow keys move. */
export function PresetList({ presets, channels, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">Format</legend>
      {presetGroups(presets, channels).map((group) => (
        <div key={group.channel ?? 'any'} className="flex flex-col gap-0.5">
          {group.channel && (
            <p className="flex items-center gap-1.5 px-2 text-sm font-medium">
              <ChannelIcon channel={group.channel} size={14} />
              {channelNames[group.channel]}
            </p>
          )}
          {group.presets.map((preset) => (
            <label
              key={preset.id}
              className={classes(
                'relative flex min-h-7 cursor-pointer items-center gap-2 rounded-md px-2 text-sm text-ink-soft pointer-coarse:min-h-11',
                'hover:bg-hover has-checked:bg-accent-wash has-checked:font-medium has-checked:text-ink',
                'has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={preset.id === value}
                onChange={() => onChange(preset)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <RatioIcon ratio={preset.ratio} />
              <span className="min-w-0 flex-1">
                {preset.channel && <span className="sr-only">{channelNames[preset.channel]} </span>}
                {preset.name}
              </span>
              <span className="tabular-nums">{preset.ratioText}</span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  )
}

const iconSide = 14

/** A rectangle of this ratio, dashed for any. */
function RatioIcon({ ratio }: { ratio: number | null }) {
  const shape = ratio ?? 1
  const [width, height] = shape > 1 ? [iconSide, iconSide / shape] : [iconSide * shape, iconSide]
  return (
    <span aria-hidden className="flex size-4 shrink-0 items-center justify-center">
      <span
        className={classes('rounded-[2px] border-[1.5px] border-current', ratio === null && 'border-dashed')}
        style={{ width, height }}
      />
    </span>
  )
}
