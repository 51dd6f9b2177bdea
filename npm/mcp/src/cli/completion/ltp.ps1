# Completion of ltp for PowerShell. It calls `ltp __complete` and shows its output.
Register-ArgumentCompleter -Native -CommandName ltp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  # The words up to the cursor, without the command; the last one is empty after a space.
  $words = @($commandAst.CommandElements |
    Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
    ForEach-Object { "$_" })
  if ($wordToComplete -eq '' -and ($words.Count -eq 0 -or $words[-1] -ne '')) {
    # Windows PowerShell leaves out an empty argument unless it is quoted for it.
    $words += if ($PSVersionTable.PSVersion.Major -lt 7) { '""' } else { '' }
  }
  ltp __complete '--' @words 2>$null | ForEach-Object {
    $text, $help = $_ -split "`t", 2
    if ($text -in ':files', ':directories') {
      $only = @{ Directory = $text -eq ':directories' }
      Get-ChildItem -Path "$wordToComplete*" @only -ErrorAction SilentlyContinue | ForEach-Object {
        $path = Resolve-Path -Relative -LiteralPath $_.FullName
        if ($path -match '[\s''"]') { $path = "'" + $path.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($path, $_.Name, 'ProviderItem', $_.Name)
      }
    } else {
      if (-not $help) { $help = $text }
      [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $help)
    }
  }
}
