import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { styled } from '#src/ui/theme.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

const Show = styled('span')`
  display: inline-flex;
  margin-right: -8px;
`

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <Show>
          <IconButton
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? EyeOff : Eye}
            tooltip={false}
            onClick={() => setShown(!isShown)}
          />
        </Show>
      }
    />
  )
}
