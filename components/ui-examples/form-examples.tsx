'use client'

import { useState } from 'react'
import { Combobox } from '@/components/ui/choices/combobox'
import { FileDrop } from '@/components/ui/choices/file-drop'
import { RadioGroup } from '@/components/ui/choices/radio-group'
import { Switch } from '@/components/ui/choices/switch'
import { DateTimeField } from '@/components/ui/date-time/date-time-field'
import { CheckField, GroupField, TextArea, TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { Example, ExampleGroup } from './example'

const roles = [
  { value: 'viewer', label: 'Viewer', hint: 'Can see everything.' },
  { value: 'editor', label: 'Editor', hint: 'Can write and schedule.' },
  { value: 'owner', label: 'Owner', isDisabled: true },
]
const zones = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Tokyo'].map((zone) => ({
  value: zone,
  label: zone.replace('_', ' '),
}))
const ways = [
  { value: 'now', label: 'Publish now' },
  { value: 'later', label: 'Schedule', hint: 'At a time you choose.' },
  { value: 'queue', label: 'Add to queue (disabled)', isDisabled: true },
] as const

export function FormExamples() {
  const [role, setRole] = useState('editor')
  const [zone, setZone] = useState<string | null>(null)
  const [way, setWay] = useState<(typeof ways)[number]['value']>('later')
  const [isOn, setIsOn] = useState(true)
  const [time, setTime] = useState('2026-12-01T09:00')
  const [files, setFiles] = useState<File[]>([])
  return (
    <ExampleGroup title="Forms">
      <Example name="Text field">
        <TextField label="Title" hint="Only you see it." defaultValue="Winter bread" className="w-full" />
        <TextField label="URL" error="Enter a URL that starts with https://." defaultValue="bread" className="w-full" />
        <TextField label="Disabled" disabled isOptional className="w-full" />
      </Example>
      <Example name="Text area">
        <TextArea label="Caption" defaultValue="Fresh from the oven." className="w-full" aside="20 / 280" />
        <TextArea label="Alt text" error="Enter an alt text." className="w-full" />
        <TextArea label="Disabled" disabled defaultValue="Cannot be changed." className="w-full" />
      </Example>
      <Example name="Select">
        <SelectField label="Role" options={roles} value={role} onChange={setRole} className="w-full" />
        <SelectField label="Role, not chosen" options={roles} error="Choose a role." className="w-full" />
        <SelectField label="Disabled" options={roles} value={role} isDisabled className="w-full" />
      </Example>
      <Example name="Combobox">
        <Combobox
          label="Time zone"
          options={zones}
          value={zone}
          onChange={setZone}
          placeholder="Search time zones"
          emptyText="No time zone found."
          className="w-full"
        />
        <Combobox
          label="Time zone, with an error"
          options={zones}
          value="Europe/Berlin"
          onChange={setZone}
          placeholder="Search time zones"
          emptyText="No time zone found."
          error="Choose the time zone of the project."
          className="w-full"
        />
        <Combobox
          label="Disabled"
          isDisabled
          options={zones}
          value="Europe/Berlin"
          onChange={setZone}
          placeholder="Search time zones"
          emptyText="No time zone found."
          className="w-full"
        />
      </Example>
      <Example name="Date and time">
        <DateTimeField
          label="Time"
          value={time}
          onChange={setTime}
          now="2026-11-23T12:00"
          locale="en-GB"
          zone="Europe/Berlin, GMT+1"
          className="w-full"
        />
        <DateTimeField
          label="Time, with an error"
          value=""
          onChange={setTime}
          now="2026-11-23T12:00"
          locale="en-GB"
          zone="Europe/Berlin, GMT+1"
          error="Choose a time in the future."
          className="w-full"
        />
        <DateTimeField
          label="Disabled"
          isDisabled
          value={time}
          onChange={setTime}
          now="2026-11-23T12:00"
          locale="en-GB"
          zone="Europe/Berlin, GMT+1"
          className="w-full"
        />
      </Example>
      <Example name="Checkbox and switch">
        <div className="flex w-full flex-col gap-3">
          <CheckField label="Send an email" hint="Once a day." defaultChecked />
          <CheckField label="Off" />
          <CheckField label="Disabled" disabled />
          <Switch label="Require approval" hint="New posts need approval." isOn={isOn} onChange={setIsOn} />
          <Switch label="Disabled" isOn={false} onChange={() => {}} isDisabled />
        </div>
      </Example>
      <Example name="Group of fields">
        <GroupField label="Days" hint="In the time zone of the project.">
          <CheckField label="Monday" defaultChecked />
          <CheckField label="Tuesday" />
        </GroupField>
        <GroupField label="Days, with an error" error="Choose at least one day.">
          <CheckField label="Monday" />
          <CheckField label="Tuesday" />
        </GroupField>
      </Example>
      <Example name="Radio group">
        <RadioGroup label="When" name="example-when" options={ways} value={way} onChange={setWay} />
        <RadioGroup
          label="When, with an error"
          name="example-when-error"
          options={ways}
          value={null}
          onChange={setWay}
          error="Choose when to publish."
        />
      </Example>
      <Example name="File drop">
        <div className="flex w-full flex-col gap-3">
          <FileDrop label="Drop images or videos" accept="image/*,video/*" isMultiple onFiles={setFiles}>
            {files.length > 0 ? files.map(({ name }) => name).join(', ') : 'Up to 10 MB each.'}
          </FileDrop>
          <FileDrop isDisabled label="Disabled" onFiles={setFiles}>
            You cannot upload files in this project.
          </FileDrop>
        </div>
      </Example>
    </ExampleGroup>
  )
}
