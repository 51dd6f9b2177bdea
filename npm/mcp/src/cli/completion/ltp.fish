# Completion of ltp for fish. It calls `ltp __complete` and shows its output.
function __ltp_complete
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    for line in ($typed[1] __complete -- $typed[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :directories
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end

complete -c ltp -f -a '(__ltp_complete)'
